import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { type ItemRecord, listMyFinds } from '#client';
import { LONGEST } from '../../data/records.js';
import { useWords } from '../../data/words.js';
import { Mend } from '../../parts/mend.js';
import { Page } from '../../parts/page.js';
import { Thumbnail } from '../../parts/photo.js';
import { Row } from '../../parts/row.js';
import { Trouble } from '../../parts/trouble.js';
import { asEntered } from '../../parts/written.js';
import { now } from '../../session/clock.js';
import { ask } from '../../session/problem.js';
import { client } from '../../session/session.js';
import { ago, timeOf } from '../../texts/format.js';
import { t } from '../../texts/texts.js';

/** How long a find can be mended by who registered it, in ms. */
const MENDABLE = 3_600_000;

/** The view of a Limited Sub-User: own finds of the last day, which can be mended for an hour. */
export function MyFinds() {
  const { data, error, refetch } = useQuery({
    queryKey: ['my-finds'],
    queryFn: () => ask(listMyFinds({ client, query: { limit: LONGEST } })),
  });
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
          <Find key={item.ID} item={item} changed={() => refetch()} />
        ))}
      </ul>
    </Page>
  );
}

function Find({ item, changed }: { item: ItemRecord; changed: () => unknown }) {
  const entered = asEntered(item, useWords(item.locationID));
  return (
    <Row
      image={<Thumbnail item={item} />}
      title={entered.item}
      facts={[t('item.number', { id: item.ID }), entered.location]}
      columns={[ago(item.createdAt)]}
    >
      {now().getTime() - timeOf(item.createdAt).getTime() < MENDABLE && <Mend item={item} changed={changed} />}
    </Row>
  );
}
