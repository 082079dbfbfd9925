import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { getItem, listRequestCandidates, matchRequest, type RequestRecord, rejectRequestCandidate } from '#client';
import { Button } from '../../parts/button.js';
import { MoreButton } from '../../parts/pages.js';
import { Reasons } from '../../parts/reasons.js';
import { ItemRow } from '../../parts/rows.js';
import { sayTrouble } from '../../parts/trouble.js';
import { type answerOf, ask } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { say } from '../../texts/say.js';
import { t } from '../../texts/texts.js';

type Change = (call: Parameters<typeof answerOf<RequestRecord>>[0]) => Promise<void>;

const MOST = 5;

/** The items it may be, the likeliest first, each confirmed or refused by one tap. */
export function Candidates({ request, etag, change }: { request: RequestRecord; etag: string; change: Change }) {
  const queries = useQueryClient();
  const key = ['candidates', 'request', request.ID];
  const path = { requestID: request.ID };
  const [most, show] = useState(MOST);
  const { data } = useQuery({
    queryKey: [...key, most],
    placeholderData: keepPreviousData,
    async queryFn() {
      const found = await ask(listRequestCandidates({ client, path }));
      const read = found.slice(0, most).map(async (candidate) => {
        const item = await ask(getItem({ client, path: { itemID: candidate.itemID } }));
        return { ...candidate, item };
      });
      return { shown: await Promise.all(read), left: found.length - read.length };
    },
  });
  if (!data) return null;
  const confirm = (itemID: number) => change(matchRequest({ client, path, headers: { 'If-Match': etag }, body: { itemID } }));
  async function reject(itemID: number, rejected: boolean) {
    await ask(rejectRequestCandidate({ client, path: { ...path, itemID }, body: { rejected } })).then(
      () => rejected && say(t('event.CandidateRejected'), () => reject(itemID, false)),
      sayTrouble,
    );
    await queries.invalidateQueries({ queryKey: key });
  }
  return (
    <section class="candidates">
      <h2>{t('candidates.items')}</h2>
      {data.shown.length === 0 && <p class="empty">{t('candidates.none')}</p>}
      <ul class="rows">
        {data.shown.map(({ itemID, item, score, reasonCodes }, index) => (
          <ItemRow key={itemID} item={item} below={<Reasons score={score} codes={reasonCodes} />}>
            {may('requests.edit') && (
              <>
                <Button class={index === 0 ? 'primary' : undefined} onClick={() => confirm(itemID)}>
                  {t('candidates.confirm')}
                </Button>
                <Button onClick={() => reject(itemID, true)}>{t('candidates.reject')}</Button>
              </>
            )}
          </ItemRow>
        ))}
      </ul>
      <MoreButton count={data.left} show={() => show(most + data.left)} />
    </section>
  );
}
