import { useQuery, useQueryClient } from '@tanstack/preact-query';
import {
  getItem,
  type ItemCandidateRecord,
  listRequestCandidates,
  matchRequest,
  type RequestRecord,
  rejectRequestCandidate,
} from '#client';
import { ItemRow } from '../find/rows.js';
import { say } from '../parts/toast.js';
import { textOf } from '../parts/trouble.js';
import { type answerOf, ask } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { percent } from '../texts/format.js';
import { named, t } from '../texts/texts.js';

type Change = (call: Parameters<typeof answerOf<RequestRecord>>[0]) => Promise<void>;

/** The items it may be, the likeliest first, each confirmed or refused by one tap. */
export function Candidates({ request, etag, change }: { request: RequestRecord; etag: string; change: Change }) {
  const queries = useQueryClient();
  const key = ['candidates', 'request', request.ID];
  const path = { requestID: request.ID };
  const { data } = useQuery({
    queryKey: key,
    async queryFn() {
      const found = await ask(listRequestCandidates({ client, path }));
      return Promise.all(
        found.slice(0, 5).map(async (candidate) => ({
          ...candidate,
          item: await ask(getItem({ client, path: { itemID: candidate.itemID } })),
        })),
      );
    },
  });
  if (!data) return null;
  async function reject({ itemID }: ItemCandidateRecord) {
    const rejected = (value: boolean) =>
      ask(rejectRequestCandidate({ client, path: { ...path, itemID }, body: { rejected: value } }));
    await rejected(true).catch((error: unknown) => say(textOf(error)));
    await queries.invalidateQueries({ queryKey: key });
  }
  return (
    <section>
      <h2>{t('candidates.items')}</h2>
      {data.length === 0 && <p class="empty">{t('candidates.none')}</p>}
      <ul class="rows">
        {data.map((candidate) => (
          <ItemRow key={candidate.itemID} item={candidate.item}>
            <p class="reasons">
              <strong>{percent(candidate.score)}</strong> {candidate.reasonCodes.map((one) => named('reason', one)).join(' · ')}
            </p>
            {may('requests.edit') && (
              <div class="buttons">
                <button
                  type="button"
                  class="primary"
                  onClick={() =>
                    void change(matchRequest({ client, path, headers: { 'If-Match': etag }, body: { itemID: candidate.itemID } }))
                  }
                >
                  {t('candidates.confirm')}
                </button>
                <button type="button" onClick={() => void reject(candidate)}>
                  {t('candidates.reject')}
                </button>
              </div>
            )}
          </ItemRow>
        ))}
      </ul>
    </section>
  );
}
