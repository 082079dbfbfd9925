import { useState } from 'preact/hooks';
import { useLocation } from 'wouter-preact';
import type { HandoverRequest, ItemRecord } from '#client';
import { nameOf, useItem } from '../../data/records.js';
import { newKey } from '../../device/browser.js';
import { Button } from '../../parts/button.js';
import { doFinally, useDeedsOf, WaitingDeed } from '../../parts/deeds.js';
import { Field } from '../../parts/field.js';
import { Form, textIn } from '../../parts/form.js';
import { ItemCard } from '../../parts/item-card.js';
import { Page } from '../../parts/page.js';
import { Trouble } from '../../parts/trouble.js';
import { named, t } from '../../texts/texts.js';
import { SignaturePad } from './signature-pad.js';

const WAYS = ['document', 'known', 'link', 'other'] as const;

/** At the counter: to whom, how that person is known, the hidden mark compared, signed or not. */
export function HandOver({ id }: { id: string }) {
  const read = useItem(Number(id));
  const [deed] = useDeedsOf(['hand-over'], Number(id));
  return (
    <Page title={t('handOver.title')} back>
      <Trouble error={read.error} />
      {deed && <WaitingDeed deed={deed} />}
      {read.data && !deed && <Counter item={read.data.data} etag={read.data.etag} />}
    </Page>
  );
}

function Counter({ item, etag }: { item: ItemRecord; etag: string }) {
  const [, go] = useLocation();
  const [mark, setMark] = useState<boolean | null>(null);
  const [key] = useState(newKey);

  async function send(given: FormData) {
    const matched = given.get('mark');
    const body: HandoverRequest = {
      to: textIn(given, 'to') ?? '',
      identification: given.get('identification') as HandoverRequest['identification'],
      markMatched: matched === null ? null : matched === 'true',
      note: textIn(given, 'note'),
      signature: textIn(given, 'signature'),
    };
    await doFinally({ kind: 'hand-over', id: item.ID, title: item.item, etag, before: item, body }, key);
    go(`/items/${item.ID}`, { replace: true });
  }

  return (
    <Form name="hand-over" send={send}>
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
              <input
                type="radio"
                name="mark"
                value={String(value)}
                required
                checked={mark === value}
                onChange={() => setMark(value)}
              />
              <span>{value ? t('handOver.matches') : t('handOver.differs')}</span>
            </label>
          ))}
        </fieldset>
      )}
      {mark === false && <p class="notice">{t('handOver.careful')}</p>}
      <SignaturePad name="signature" />
      <Field label={t('handOver.note')} path="note">
        <textarea name="note" rows={2} maxLength={255} />
      </Field>
      <Button type="submit" class="primary wide" disabled={item.hold !== null}>
        {t('handOver.submit')}
      </Button>
    </Form>
  );
}
