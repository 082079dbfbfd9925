import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { getRequest, type ItemRecord, listItemCandidates } from '#client';
import { MoreButton } from '../../parts/pages.js';
import { Reasons } from '../../parts/reasons.js';
import { RequestRow } from '../../parts/rows.js';
import { ask } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { t } from '../../texts/texts.js';

const MOST = 5;

/** The Requests that an item may belong to, with why. */
export function Candidates({ item }: { item: ItemRecord }) {
  const [most, show] = useState(MOST);
  const { data } = useQuery({
    queryKey: ['candidates', 'item', item.ID, item.updatedAt, most],
    placeholderData: keepPreviousData,
    enabled: may('requests.read'),
    async queryFn() {
      const found = await ask(listItemCandidates({ client, path: { itemID: item.ID } }));
      const read = found.slice(0, most).map(async (candidate) => {
        const request = await ask(getRequest({ client, path: { requestID: candidate.requestID } }));
        return { ...candidate, request };
      });
      return { shown: await Promise.all(read), left: found.length - read.length };
    },
  });
  if (!data || data.shown.length === 0) return null;
  return (
    <section>
      <h2>{t('candidates.requests')}</h2>
      <ul class="rows">
        {data.shown.map((candidate) => (
          <RequestRow
            key={candidate.requestID}
            request={candidate.request}
            isPlain
            below={<Reasons score={candidate.score} codes={candidate.reasonCodes} />}
          />
        ))}
      </ul>
      <MoreButton count={data.left} show={() => show(most + data.left)} />
    </section>
  );
}
