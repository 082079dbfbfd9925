import { keepPreviousData, useQuery } from '@tanstack/preact-query';
import { useLocation, useSearch } from 'wouter-preact';
import { listRequests } from '#client';
import { useLive } from '../../data/live.js';
import { Button } from '../../parts/button.js';
import { LocationChip } from '../../parts/chip.js';
import { Page } from '../../parts/page.js';
import { Pages } from '../../parts/pages.js';
import { RequestRow } from '../../parts/rows.js';
import { Trouble } from '../../parts/trouble.js';
import { ask } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { named, t } from '../../texts/texts.js';
import { NewRequest } from './new-request.js';

const STATUSES = ['registered', 'waiting-guest-response', 'resolved', 'not-found', 'expired'] as const;
const OPEN = ['registered', 'waiting-guest-response'] as const;
const PER_PAGE = 25;

/** Searches of guests: the open ones, first those that end first; closed ones by status. The address holds the choice. */
export function Requests() {
  useLive();
  const query = new URLSearchParams(useSearch());
  const [path, go] = useLocation();
  const status = STATUSES.find((one) => one === query.get('status'));
  const locationID = query.get('locationID') ?? '';
  const page = Number(query.get('page') ?? 1);
  const set = (changed: Record<string, string>) =>
    go(`${path}?${new URLSearchParams({ ...Object.fromEntries(query), page: '1', ...changed })}`, { replace: true });
  const { data, error } = useQuery({
    queryKey: ['requests', status, locationID, page],
    placeholderData: keepPreviousData,
    queryFn() {
      const sought = status ? { status: [status] } : { status: [...OPEN], sort: 'expires' as const };
      return ask(listRequests({ client, query: { ...sought, ...(locationID && { locationID }), limit: PER_PAGE, page } }));
    },
  });
  return (
    <Page
      title={t('requests.title')}
      wide
      actions={may('requests.edit') && <NewRequest seek={query.get('seek')} locationID={locationID || undefined} />}
    >
      <div class="chips">
        {([undefined, ...STATUSES] as const).map((one) => (
          <Button
            key={one}
            class={status === one ? 'chip chosen' : 'chip'}
            aria-pressed={status === one}
            onClick={() => set({ status: one ?? '' })}
          >
            {one ? named('status', one) : t('requests.open')}
          </Button>
        ))}
        <LocationChip value={locationID} choose={(chosen) => set({ locationID: chosen })} />
      </div>
      <Trouble error={error} />
      {data?.requests.length === 0 && <p class="empty">{t('requests.none')}</p>}
      <ul class="rows">
        {data?.requests.map((request) => (
          <RequestRow key={request.ID} request={request} isPlain={status !== undefined} />
        ))}
      </ul>
      <Pages page={page} hasMore={data?.hasMore ?? false} turn={(next) => set({ page: String(next) })} />
    </Page>
  );
}
