import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from './asking.js';
import { FakeMews } from './mews.js';
import { utc } from './mews.world.js';

const SERVICE = 'bd26d8db-86da-4f96-9efc-e5a4654a4a94';
const HOUR = 3_600_000;

describe('The fake of Mews', () => {
  let mews: FakeMews;
  const call = (path: string, body: object) => {
    const tokens = { ClientToken: 'client-token', AccessToken: 'access-token', Client: 'Spec 1.0.0' };
    return ask(`${mews.url}/api/connector/v1${path}`, 'POST', {}, { ...tokens, ...body });
  };
  const reservations = (body: object) => call('/reservations/getAll/2023-06-06', { Limitation: { Count: 1_000 }, ...body });
  const numbers = ({ body }: { body: { Reservations: { Number: string }[] } }) => body.Reservations.map((one) => one.Number);
  const around = (from: number, to: number) => {
    const [StartUtc, EndUtc] = [from, to].map((hours) => utc(new Date(mews.now().getTime() + hours * HOUR)));
    return { StartUtc, EndUtc };
  };

  beforeEach(async () => {
    mews = await new FakeMews().start();
  });
  afterEach(() => mews.stop());

  it('gives what changed in a time, its end left out, and cancellations among it', async () => {
    const [first, second] = [mews.book({ ServiceId: SERVICE }), mews.book({ ServiceId: SERVICE })];
    first.UpdatedUtc = '2026-11-20T10:00:00Z';
    second.UpdatedUtc = '2026-11-20T11:00:00Z';
    const updated = (StartUtc: string, EndUtc: string) => reservations({ UpdatedUtc: { StartUtc, EndUtc } });
    expect(numbers(await updated('2026-11-20T10:00:00Z', '2026-11-20T11:00:00Z'))).toEqual(['1']);
    expect(numbers(await updated('2026-11-20T11:00:00Z', '2026-11-20T11:00:00Z'))).toEqual(['2']);
    mews.cancel(first, 'NoShow');
    const { body } = await reservations({ UpdatedUtc: around(-1, 1) });
    expect(body.Reservations).toMatchObject([{ Number: '1', State: 'Canceled', CancellationReason: 'NoShow' }]);
  });

  it('gives the latest first, page by page behind a cursor, though more are made meanwhile', async () => {
    for (let made = 0; made < 3; made++) mews.book({ ServiceId: SERVICE });
    mews.meanwhile = () => mews.book({ ServiceId: SERVICE });
    const asked = { CollidingUtc: around(0, 100) };
    const first = await reservations({ ...asked, Limitation: { Count: 2 } });
    const second = await reservations({ ...asked, Limitation: { Count: 2, Cursor: first.body.Cursor } });
    const third = await reservations({ ...asked, Limitation: { Count: 2, Cursor: second.body.Cursor } });
    expect([numbers(first), numbers(second), numbers(third), third.body.Cursor]).toEqual([['3', '2'], ['1'], [], null]);
  });

  it('has guests, rooms and those who stay for a company, where their extent is asked for', async () => {
    const one = mews.book({ ServiceId: SERVICE }, { FirstName: 'Anna', LastName: 'Ek', Email: 'anna@example.com' }, '312');
    const company = mews.book({ ServiceId: SERVICE, AccountType: 'Company' });
    mews.accompany(company, { LastName: 'Berg' });
    const Limitation = { Count: 10 };
    const people = (Extent: object) =>
      call('/customers/getAll', { CustomerIds: [one.AccountId, company.AccountId], Extent, Limitation });
    expect((await people({ Customers: true })).body.Customers).toMatchObject([{ LastName: 'Ek' }]);
    expect((await people({})).body.Customers).toBeNull();
    const rooms = await call('/resources/getAll', {
      ResourceIds: [one.AssignedResourceId],
      Extent: { Resources: true },
      Limitation,
    });
    expect(rooms.body.Resources).toMatchObject([{ Name: '312' }]);
    const stays = await call('/companionships/getAll', { ReservationIds: [company.Id], Extent: { Customers: true }, Limitation });
    expect(stays.body.Customers).toMatchObject([{ LastName: 'Berg' }]);
  });

  it('refuses what the real one refuses', async () => {
    const said = async (body: object) => (await reservations(body)).body.Message;
    expect(await said({})).toBe('Invalid ReservationIds.');
    expect(await said({ UpdatedUtc: around(0, 24 * 93) })).toBe('Invalid UpdatedUtc.');
    expect(await said({ UpdatedUtc: { StartUtc: '2026-11-20', EndUtc: '2026-11-21' } })).toBe('Invalid UpdatedUtc.StartUtc.');
    expect(await said({ UpdatedUtc: around(0, 1), Limitation: { Count: 1_001 } })).toBe('Invalid Limitation.Count.');
    expect(await said({ UpdatedUtc: around(0, 1), Limitation: { Count: 1, Cursor: SERVICE } })).toBe('Invalid Cursor.');
    expect((await call('/configuration/get', { AccessToken: 'another' })).status).toBe(401);
  });

  it('has a clock of its own, and says how long to wait, or does not', async () => {
    mews.skew = -2 * HOUR;
    const { body } = await call('/configuration/get', {});
    expect(Math.abs(Date.now() - 2 * HOUR - Date.parse(body.NowUtc))).toBeLessThan(60_000);
    expect(body.Enterprise.TimeZoneIdentifier).toBe('Europe/Prague');
    mews.fail('429');
    expect((await call('/configuration/get', {})).headers.get('retry-after')).toBe('1');
    mews.retryAfter = null;
    mews.fail('429');
    expect((await call('/configuration/get', {})).headers.get('retry-after')).toBeNull();
    mews.fail('408');
    expect((await call('/configuration/get', {})).status).toBe(408);
  });
});
