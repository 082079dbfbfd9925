import { useQuery } from '@tanstack/preact-query';
import { Link } from 'wouter-preact';
import { type ItemRecord, listItemCandidates } from '#client';
import { ask } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { percent } from '../texts/format.js';
import { named, t } from '../texts/texts.js';

/** The Requests that an item may belong to, with why. */
export function Candidates({ item }: { item: ItemRecord }) {
  const { data = [] } = useQuery({
    queryKey: ['candidates', 'item', item.ID, item.updatedAt],
    enabled: may('requests.read'),
    queryFn: () => ask(listItemCandidates({ client, path: { itemID: item.ID } })),
  });
  if (data.length === 0) return null;
  return (
    <section>
      <h2>{t('candidates.requests')}</h2>
      <ul class="rows">
        {data.map(({ requestID, score, reasonCodes }) => (
          <li key={requestID} class="row">
            <Link href={`/requests/${requestID}`}>
              <span class="what">
                <strong>{t('request.number', { id: requestID })}</strong>
                <span class="facts">{reasonCodes.map((one) => named('reason', one)).join(' · ')}</span>
              </span>
              <span class="marks">{percent(score)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
