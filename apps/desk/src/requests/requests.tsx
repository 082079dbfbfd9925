import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { listRequests } from '#client';
import { RequestRow } from '../find/rows.js';
import { Page } from '../parts/page.js';
import { Trouble } from '../parts/trouble.js';
import { ask } from '../session/problem.js';
import { client } from '../session/session.js';
import { named, t } from '../texts/texts.js';
import { useLive } from '../today/live.js';

const STATUSES = ['registered', 'waiting-guest-response', 'resolved', 'not-found', 'expired'] as const;
type Status = (typeof STATUSES)[number];
const OPEN: readonly Status[] = ['registered', 'waiting-guest-response'];
const CHOICES: readonly (readonly Status[])[] = [OPEN, ...STATUSES.map((one) => [one])];
const PER_PAGE = 25;

/** Searches of guests, the oldest first. */
export function Requests() {
  useLive();
  const [status, setStatus] = useState(OPEN);
  const [page, setPage] = useState(1);
  const { data, error } = useQuery({
    queryKey: ['requests', status, page],
    placeholderData: keepPreviousData,
    queryFn: () => ask(listRequests({ client, query: { status: [...status], limit: PER_PAGE, page } })),
  });
  return (
    <Page title={t('requests.title')} wide>
      <div class="chips">
        {CHOICES.map((one) => (
          <button
            key={one.join()}
            type="button"
            class={status.join() === one.join() ? 'chip chosen' : 'chip'}
            aria-pressed={status.join() === one.join()}
            onClick={() => {
              setStatus(one);
              setPage(1);
            }}
          >
            {one === OPEN ? t('requests.open') : named('status', one[0]!)}
          </button>
        ))}
      </div>
      <Trouble error={error} />
      {data?.requests.length === 0 && <p class="empty">{t('requests.none')}</p>}
      <ul class="rows">
        {data?.requests.map((request) => (
          <RequestRow key={request.ID} request={request} />
        ))}
      </ul>
      {data && (data.hasMore || page > 1) && (
        <p class="pages">
          <button type="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('find.previous')}
          </button>
          <button type="button" disabled={!data.hasMore} onClick={() => setPage(page + 1)}>
            {t('find.next')}
          </button>
        </p>
      )}
    </Page>
  );
}
