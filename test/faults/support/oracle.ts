import { expect, vi } from 'vitest';
import type { Installation } from './installation.js';
import type { Load } from './load.js';

interface Delivery {
  id: string;
  change: string;
  body: string;
  status: string | null;
  attempts: number;
  open: number;
  logged: number;
}

/**
 * Remembers the deliveries that a worker holds now: whoever kills it here may see these again, and no others.
 * @param read how PostgreSQL is asked
 */
export async function suspectHeld(installation: Installation, read: Installation['rows'] = (query) => installation.rows(query)) {
  const held = await read<{ id: string }>('select id from webhook_deliveries where lease_token is not null');
  for (const { id } of held) installation.suspects.add(id);
}

/** How many deliveries of the kind have not ended. */
export async function due(installation: Installation, kind: string): Promise<number> {
  const counted = `select count(*)::int as count from webhook_deliveries where kind = '${kind}' and claimable_at is not null`;
  return (await installation.rows<{ count: number }>(counted))[0]!.count;
}

/** As many as are worth reading. */
const SHOWN = 5;

/** Of what is due, something is done within this many milliseconds, from the end of the fault on. */
const TAKEN_UP_AGAIN = 30_000;

/**
 * Waits until nothing is due and compares four ledgers: what the API acknowledged, the events, the delivery log, and what the receiver
 * got. Nothing is lost, nothing is stuck, and nothing came twice but what was being sent during a fault, and then with the same bytes.
 * All of it is compared that the installation has done so far, by stories before this one too.
 */
export async function settle(installation: Installation, load: Pick<Load, 'acknowledged'> | null): Promise<void> {
  const { receiver } = installation;
  for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
    const before = left;
    const proceeds = async () => {
      left = await due(installation, 'itemStatus');
      expect(left).toBeLessThan(before);
    };
    await vi.waitFor(proceeds, { timeout: TAKEN_UP_AGAIN, interval: 100 });
  }

  const events = await installation.rows<{ change: string }>(`
    select stream_id || '/' || (data ->> 'status') as change from events
    where stream_type = 'item' and type in ('ItemRegistered', 'ItemStatusChanged')`);
  const deliveries = await installation.rows<Delivery>(`
    select d.id, d.subject_id || '/' || d.subject_status as change, d.body, d.status, d.attempts,
      count(a.*)::int as logged, (count(a.*) filter (where a.duration_ms is null and a.error is null))::int as open
    from webhook_deliveries d left join webhook_attempts a on a.group_id = d.group_id and a.delivery_id = d.id
    where d.kind = 'itemStatus' group by d.group_id, d.id`);
  const kept = new Set(events.map(({ change }) => change));
  expect(missing(load?.acknowledged ?? [], kept), 'acknowledged but without an event').toEqual([]);
  expect(deliveries.map(({ change }) => change).sort(), 'one delivery for each event').toEqual(
    events.map(({ change }) => change).sort(),
  );
  expect(
    deliveries.filter(({ status }) => status !== 'success'),
    'delivered',
  ).toEqual([]);
  expect(
    deliveries.filter(({ open, logged, attempts }) => open > 0 || logged !== attempts),
    'every attempt is logged and closed',
  ).toEqual([]);

  const byID = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
  const calls = new Map<string, string[]>();
  for (const { headers, body } of receiver.received) {
    const id = headers['webhook-id']!;
    calls.set(id, [...(calls.get(id) ?? []), body]);
  }
  expect(missing(byID.keys(), new Set(calls.keys())), 'delivered but never received').toEqual([]);
  expect(missing(calls.keys(), new Set(byID.keys())), 'received but unknown').toEqual([]);
  const wrong = [...calls].filter(([id, bodies]) => bodies.some((body) => body !== byID.get(id)!.body));
  expect(wrong, 'the bytes that were written').toEqual([]);
  const unlogged = [...calls].filter(([id, bodies]) => bodies.length > byID.get(id)!.logged);
  expect(unlogged, 'received more often than the log says').toEqual([]);
  const twice = [...calls].filter(([, bodies]) => bodies.length > 1).map(([id]) => id);
  expect(missing(twice, installation.suspects), 'came twice without having been in flight').toEqual([]);
}

function missing(these: Iterable<string>, from: ReadonlySet<string>): string[] {
  return [...these].filter((one) => !from.has(one)).slice(0, SHOWN);
}
