import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { type ItemRecord, listMyFinds, updateMyFind } from '#client';
import { Field } from '../parts/field.js';
import { textIn } from '../parts/form.js';
import { FormButton } from '../parts/form-button.js';
import { Page } from '../parts/page.js';
import { Thumbnail } from '../parts/photo.js';
import { Row } from '../parts/row.js';
import { Trouble } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { ago, timeOf } from '../texts/format.js';
import { t } from '../texts/texts.js';

/** How long a find can be mended by who registered it, in ms. */
const MENDABLE = 3_600_000;

/** The view of a Limited Sub-User: own finds of the last day, which can be mended for an hour. */
export function MyFinds() {
  const { data, error, refetch } = useQuery({ queryKey: ['my-finds'], queryFn: () => ask(listMyFinds({ client })) });
  return (
    <Page title={t('finds.title')}>
      <Trouble error={error} />
      {data?.items.length === 0 && (
        <div class="empty">
          <p>{t('finds.none')}</p>
          <Link class="button primary" href="/register">
            {t('register.title')}
          </Link>
        </div>
      )}
      <ul class="rows">
        {data?.items.map((item) => (
          <Row
            key={item.ID}
            image={<Thumbnail item={item} />}
            title={item.item}
            facts={[t('item.number', { id: item.ID }), item.location]}
            columns={[ago(item.createdAt)]}
          >
            {Date.now() - timeOf(item.createdAt).getTime() < MENDABLE && <Mend item={item} changed={() => void refetch()} />}
          </Row>
        ))}
      </ul>
    </Page>
  );
}

function Mend({ item, changed }: { item: ItemRecord; changed: () => void }) {
  async function send(given: FormData) {
    const body = { item: textIn(given, 'item') ?? '', location: textIn(given, 'location') ?? '' };
    await ask(updateMyFind({ client, path: { itemID: item.ID }, body }));
    changed();
  }
  return (
    <FormButton name={`find ${item.ID}`} text={t('item.edit')} submit={t('item.save')} send={send}>
      <Field label={t('fact.item')} path="item">
        <input name="item" defaultValue={item.item} required />
      </Field>
      <Field label={t('fact.location')} path="location">
        <input name="location" defaultValue={item.location} required />
      </Field>
    </FormButton>
  );
}
