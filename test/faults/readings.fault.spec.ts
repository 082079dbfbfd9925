import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeMews, FakeOpera } from '#fakes';
import { day, OPERA, SERVICE, utc } from '../stays/reservations.js';
import { HOTEL } from '../support/records.js';
import { Installation } from './support/installation.js';

/** What a worker does in PostgreSQL that it can be stopped at, by triggers that wait for a lock of this spec. */
const GATES = {
  'before a page is written': 'before insert on stays for each statement',
  'when its stays are written and nothing is committed': 'after insert on stays for each statement',
  'while it commits': `after update on connection_work deferrable initially deferred for each row
    when (old.progress::text is distinct from new.progress::text)`,
  'before the end is noted': `before update on connections for each row
    when (old.last_sync_at is distinct from new.last_sync_at)`,
} as const;
type Gate = keyof typeof GATES;
const numberOf = (gate: Gate) => Object.keys(GATES).indexOf(gate);
const patient = { timeout: 50_000, interval: 5 };

let service: Installation;
let mews: FakeMews;
let opera: FakeOpera;
/** A session that holds the gates closed. */
let keeper: pg.Client;

beforeAll(async () => {
  [mews, opera] = [await new FakeMews().start(), await new FakeOpera().start()];
  service = await Installation.begin({ CONNECTION_URLS: JSON.stringify({ mews: mews.url, opera: opera.url }) });
  keeper = new pg.Client({ connectionString: service.environment.DATABASE_URL });
  await keeper.connect();
  await keeper.query(`
    create table written (external_id text);
    create function note_written() returns trigger language plpgsql as
      $$ begin insert into written values (new.external_id); return null; end $$;
    create trigger noted after insert or update on stays for each row execute function note_written();
    create function pass() returns trigger language plpgsql as
      $$ begin perform pg_advisory_xact_lock_shared(14, tg_argv[0]::int); return new; end $$`);
  for (const [number, when] of Object.values(GATES).entries()) {
    const kind = when.includes('deferred') ? 'constraint trigger' : 'trigger';
    await keeper.query(`create ${kind} gate_${number} ${when} execute function pass('${number}')`);
  }
});
afterAll(async () => {
  await keeper?.end();
  await service?.end();
  await Promise.all([mews?.stop(), opera?.stop()]);
});

interface Hotel {
  id: number;
  progress(): Promise<{ now: { cursor: string | null; unseen?: string; readings: object[] } | null } | null>;
}

async function connect(provider: 'mews' | 'opera', locationID: string, settings: object): Promise<Hotel> {
  await keeper.query('delete from written');
  const given = { provider, name: provider, locationIDs: [locationID], settings };
  const { body, status } = await service.call('POST', '/connections', given);
  if (status !== 201) throw new Error(JSON.stringify(body));
  const { ID: id } = body as { ID: number };
  return {
    id,
    progress: async () =>
      (await keeper.query('select progress from connection_work where connection_id = $1', [id])).rows[0].progress,
  };
}

/** Lets a worker come as far as the gate, and kills it there. */
async function killedAt(gate: Gate): Promise<void> {
  const key = [14, numberOf(gate)];
  await keeper.query('select pg_advisory_lock($1, $2)', key);
  const worker = await service.worker();
  const waiting = `
    select pid from pg_locks where locktype = 'advisory' and not granted and classid = $1 and objid = $2
      and database = (select oid from pg_database where datname = current_database())`;
  const pid = await vi.waitFor(async () => {
    const { rows } = await keeper.query(waiting, key);
    expect(rows).toHaveLength(1);
    return rows[0].pid as number;
  }, patient);
  await worker.kill();
  await keeper.query('select pg_advisory_unlock($1, $2)', key);
  // Its session ends as it finds that nobody is there, or is committed, when that had been asked for.
  await vi.waitFor(async () => {
    expect((await keeper.query('select from pg_stat_activity where pid = $1', [pid])).rows).toEqual([]);
  }, patient);
}

/** Lets a worker come as far as a call that is not answered, and kills it there. @param later plans that call, else it is the first */
async function killedIn(fake: FakeMews | FakeOpera, route: string, later?: () => boolean): Promise<void> {
  let calls = Number.NaN;
  const plan = () => {
    calls = fake.seen(route).length;
    fake.fail('silent', route);
  };
  if (later) {
    fake.meanwhile = () => {
      if (!later()) return;
      fake.meanwhile = () => undefined;
      plan();
    };
  } else plan();
  const worker = await service.worker();
  await vi.waitFor(() => expect(fake.seen(route).length).toBeGreaterThan(calls), patient);
  await worker.kill();
}

/** The lease of the dead worker ends, and nothing else is done for the next one: by its interval it would be due in 15 minutes. */
async function leaseEnds(hotel: Hotel): Promise<void> {
  const ended = `
    update connection_work set leased_until = now() - interval '1 second' where connection_id = $1 and leased_until > now()
    returning due_at > now() + interval '14 minutes' as is_later`;
  expect((await keeper.query(ended, [hotel.id])).rows).toEqual([{ is_later: true }]);
}

async function isComplete(hotel: Hotel, stays: number): Promise<void> {
  const worker = await service.worker();
  // It is what is new that is read next, not all again.
  const toTheEnd = { since: expect.any(String), now: null };
  await vi.waitFor(async () => expect(await hotel.progress()).toMatchObject(toTheEnd), patient);
  await worker.stop();
  const counted = 'select count(*)::int, count(distinct external_id)::int as of from written';
  expect((await keeper.query(counted)).rows).toEqual([{ count: stays, of: stays }]);
  const there = await keeper.query('select from stays where connection_id = $1', [hotel.id]);
  expect(there.rowCount).toBe(stays);
}

describe('a worker that is killed while it reads reservations leaves the next one to go on where it stopped', () => {
  it('in Mews, at every step: each stay is written once, and none is missing', async () => {
    const stay = { ServiceId: SERVICE, ScheduledStartUtc: utc(0), ScheduledEndUtc: utc(1) };
    for (let made = 0; made < 1_100; made++) mews.book(stay, { LastName: `Ek ${made}` }, String(made % 400));
    const settings = { clientToken: 'client-token', accessToken: 'access-token', services: { [SERVICE]: 'demo:1' } };
    const hotel = await connect('mews', 'demo:1', settings);
    const PAGE = 'POST /api/connector/v1/reservations/getAll/2023-06-06';
    const cursors = () =>
      mews.seen(PAGE).map(({ body }) => (body as { Limitation: { Cursor: string | null } }).Limitation.Cursor);
    const first = () => mews.seen(PAGE).length;
    /** The next worker begins with the page that was not kept. */
    const steps: (() => Promise<void>)[] = [
      () => killedIn(mews, 'POST /api/connector/v1/configuration/get'),
      () => killedIn(mews, PAGE),
      () => killedIn(mews, 'POST /api/connector/v1/customers/getAll'),
      () => killedAt('before a page is written'),
      () => killedAt('when its stays are written and nothing is committed'),
      () => killedAt('while it commits'),
      () => {
        const before = first();
        return killedIn(mews, PAGE, () => first() > before);
      },
      () => killedAt('when its stays are written and nothing is committed'),
      () => killedAt('before the end is noted'),
    ];
    for (const [step, kill] of steps.entries()) {
      const kept = (await hotel.progress())?.now;
      const asked = first();
      await kill();
      const [next] = cursors().slice(asked);
      if (next !== undefined) expect([step, next]).toEqual([step, kept?.cursor ?? null]);
      await leaseEnds(hotel);
    }
    expect((await hotel.progress())?.now).toMatchObject({ readings: [], cursor: null });
    const asked = first();
    await isComplete(hotel, 1_100);
    expect(first()).toBe(asked);
  });

  it('in Opera Cloud, at every step: each stay is written once, and none is missing', async () => {
    const stay = { arrival: day(-1), departure: day(2), surname: 'Ek' };
    for (let made = 0; made < 450; made++) opera.book({ ...stay, room: String(made) });
    const { body } = await service.call('POST', '/locations', HOTEL);
    const { locationID } = body as { locationID: string };
    const hotel = await connect('opera', locationID, { ...OPERA, hotels: { HOTEL1: locationID } });
    const PAGE = 'GET /rsv/v1/hotels/:hotelId/reservations';
    const TOKENS = 'POST /oauth/v1/tokens';
    const asked = () => opera.seen(PAGE).map(({ query }) => query as unknown as { reservationIdList?: string[]; offset: string });
    const pages = () => asked().filter(({ reservationIdList }) => !reservationIdList);
    const again = () => asked().flatMap(({ reservationIdList }) => reservationIdList ?? []);
    const steps: (() => Promise<void>)[] = [
      () => killedIn(opera, TOKENS),
      () => killedIn(opera, PAGE),
      () => killedAt('before a page is written'),
      () => killedAt('when its stays are written and nothing is committed'),
      () => killedAt('while it commits'),
      () => {
        const before = pages().length;
        return killedIn(opera, TOKENS, () => {
          if (pages().length === before) return false;
          opera.endTokens();
          return true;
        });
      },
      () => killedAt('when its stays are written and nothing is committed'),
      () => {
        const before = again().length;
        return killedIn(opera, PAGE, () => again().length > before + 100);
      },
    ];
    for (const [step, kill] of steps.entries()) {
      const kept = (await hotel.progress())?.now;
      const before = pages().length;
      await kill();
      const next = pages()[before];
      if (next) expect([step, next.offset]).toEqual([step, kept?.cursor ?? '0']);
      await leaseEnds(hotel);
    }
    const { unseen } = (await hotel.progress())!.now!;
    expect(unseen).toMatch(/^opera:/);
    const known = again().length;
    await isComplete(hotel, 450);
    // What was asked about before is not asked about once more.
    expect(
      again()
        .slice(known)
        .filter((id) => `opera:${id}` <= unseen!),
    ).toEqual([]);
    expect(again().slice(known).length).toBeGreaterThan(100);
  });

  it('as soon as its lease of 30 seconds has ended, however long the interval is', async () => {
    mews.ledger.reservations.splice(0);
    mews.book({ ServiceId: SERVICE, ScheduledStartUtc: utc(0), ScheduledEndUtc: utc(1) }, { LastName: 'Ek' }, '1');
    const [{ id }] = (await service.rows<{ id: number }>("select id from connections where provider = 'mews'")) as [
      { id: number },
    ];
    const read = async () => ((await service.call('GET', `/connections/${id}`)).body as { lastSyncAt: string }).lastSyncAt;
    const before = await read();
    await service.call('POST', `/connections/${id}/sync`);
    await killedIn(mews, 'POST /api/connector/v1/resources/getAll');
    const killed = performance.now();
    const worker = await service.worker();
    await vi.waitFor(async () => expect(await read()).not.toBe(before), { timeout: 60_000, interval: 50 });
    expect(performance.now() - killed).toBeLessThan(40_000);
    await worker.stop();
  });
});
