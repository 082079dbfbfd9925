import { useRef, useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import { type HandoverRequest, handOverItem, type ItemRecord } from '#client';
import { nameOf, useItem, useItemChange } from '../data/records.js';
import { Field } from '../parts/field.js';
import { Form, textIn } from '../parts/form.js';
import { ItemCard } from '../parts/item-card.js';
import { Page } from '../parts/page.js';
import { later } from '../parts/toast.js';
import { Trouble } from '../parts/trouble.js';
import { client } from '../session/session.js';
import { named, t } from '../texts/texts.js';
import { type Pad, SignaturePad } from './signature-pad.js';

const WAYS = ['document', 'known', 'link', 'other'] as const;

/** At the counter: to whom, how that person is known, the hidden mark compared, signed or not. */
export function HandOver({ id }: { id: string }) {
  const read = useItem(Number(id));
  return (
    <Page title={t('handOver.title')} back>
      <Trouble error={read.error} />
      {read.data && <Counter item={read.data.data} etag={read.data.etag} />}
    </Page>
  );
}

function Counter({ item, etag }: { item: ItemRecord; etag: string }) {
  const [, go] = useLocation();
  const change = useItemChange();
  const pad = useRef<Pad>(null);
  const [mark, setMark] = useState<boolean | null>(null);

  async function send(given: FormData) {
    const body: HandoverRequest = {
      to: textIn(given, 'to') ?? '',
      identification: given.get('identification') as HandoverRequest['identification'],
      markMatched: mark,
      note: textIn(given, 'note'),
      signature: pad.current?.image() ?? null,
    };
    const call = () => handOverItem({ client, path: { itemID: item.ID }, headers: { 'If-Match': etag }, body });
    later(t('handOver.done', { item: item.item, to: body.to }), () => change(call()));
    go(`/items/${item.ID}`, { replace: true });
  }

  return (
    <Form send={send}>
      <ItemCard item={item} />
      {item.hold && <p class="notice">{t('handOver.held', { reason: item.hold.reason ?? '' })}</p>}
      <Field label={t('handOver.to')} path="to">
        <input name="to" required maxLength={200} defaultValue={nameOf(item.owner)} />
      </Field>
      <fieldset class="choices">
        <legend>{t('handOver.known')}</legend>
        {WAYS.map((way, index) => (
          <label key={way}>
            <input type="radio" name="identification" value={way} defaultChecked={index === 0} />
            <span>{named('thing', way)}</span>
          </label>
        ))}
      </fieldset>
      {item.hiddenMark && (
        <fieldset class="choices">
          <legend>
            {t('handOver.mark')} <bdi class="mark">{item.hiddenMark}</bdi>
          </legend>
          {([true, false] as const).map((value) => (
            <label key={String(value)}>
              <input type="radio" name="mark" required checked={mark === value} onChange={() => setMark(value)} />
              <span>{value ? t('handOver.matches') : t('handOver.differs')}</span>
            </label>
          ))}
        </fieldset>
      )}
      {mark === false && <p class="notice">{t('handOver.careful')}</p>}
      <SignaturePad pad={pad} />
      <Field label={t('handOver.note')} path="note">
        <textarea name="note" rows={2} maxLength={500} />
      </Field>
      <button type="submit" class="primary wide" disabled={item.hold !== null}>
        {t('handOver.submit')}
      </button>
    </Form>
  );
}
