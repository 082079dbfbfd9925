import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connect, day, type House, SERVICE, startHouse, until, utc } from './reservations.js';

let house: House;
let groups = 0;
const connected = (more: object = {}) => connect(house.service, `mews-${++groups}`, 'mews', more);
const GUEST = { FirstName: 'Anna', LastName: 'Ek', Email: 'anna@example.com', Phone: '+46 8 1', PreferredLanguageCode: 'sv-SE' };
const STAY = { ServiceId: SERVICE, ScheduledStartUtc: utc(-1), ScheduledEndUtc: utc(1) };

beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house?.stop());
beforeEach(() => {
  for (const list of Object.values(house.mews.ledger)) list.splice(0);
  house.mews.meanwhile = () => undefined;
  house.mews.retryAfter = 1;
  house.mews.skew = 0;
});

const reads = () => house.mews.seen('POST /api/connector/v1/reservations/getAll/2023-06-06');
const written = (groupID: number) =>
  house.service.sql('select external_id, xmin::text from stays where group_id = $1', [groupID]);

describe('reservations in Mews', () => {
  it('are stays: room, dates where the hotel is, number, and the first guest with contact and language', async () => {
    const { mews, service } = house;
    // 23:30 in UTC is the next day in Rotterdam.
    const late = `${day(-2)}T23:30:00Z`;
    const one = mews.book({ ...STAY, ScheduledStartUtc: late }, GUEST, 'Süite 312');
    const hotel = await connected();
    await hotel.firstRead();
    expect(await hotel.inRoom('suite312')).toEqual([
      {
        externalID: `mews:${one.Id}`,
        room: 'Süite 312',
        arrivalDate: day(-1),
        departureDate: expect.stringMatching(new RegExp(`${day(1)}|${day(2)}`)),
        reservationNumber: '1',
        guest: {
          firstName: 'Anna',
          lastName: 'Ek',
          contactEmail: 'anna@example.com',
          phoneNumber: '+46 8 1',
          languageCode: 'sv-SE',
        },
      },
    ]);
    expect(await hotel.record()).toMatchObject({ status: 'ok', lastError: null, stays: 1, unmapped: [] });
    const rows = JSON.stringify(await service.sql("select s.*, encode(sealed, 'escape') as bytes from stays s"));
    expect(rows).not.toMatch(/Ek|anna@/);
  });

  it('are read from 7 days ago to 90 ahead at first, and then as they change, and what is the same is not written again', async () => {
    const { mews } = house;
    const of = (days: number) => ({ ServiceId: SERVICE, ScheduledStartUtc: utc(days), ScheduledEndUtc: utc(days + 1) });
    const [long, , , far] = [-11, -7.5, 88, 95].map((days) => mews.book(of(days), GUEST, '1'));
    far!.UpdatedUtc = utc(-1);
    const [same, moved] = [mews.book(STAY, GUEST, '2'), mews.book(STAY, GUEST, '2')];
    const hotel = await connected();
    await hotel.firstRead();
    expect((await hotel.record()).stays).toBe(4);
    const before = await written(hotel.groupID);
    mews.change(long!, { Number: 'changed' });
    mews.change(moved, { AssignedResourceId: mews.room('3').Id });
    const asked = reads().length;
    expect((await hotel.sync()).stays).toBe(4);
    const later = reads().slice(asked);
    expect(later.every(({ body }) => (body as { UpdatedUtc?: object }).UpdatedUtc !== undefined)).toBe(true);
    const changed = (await written(hotel.groupID)).filter(
      (row) => !before.some((old) => old.external_id === row.external_id && old.xmin === row.xmin),
    );
    expect(changed.map(({ external_id }) => external_id)).toEqual([`mews:${moved.Id}`]);
    expect((await hotel.inRoom('3')).map((stay: { externalID: string }) => stay.externalID)).toEqual([`mews:${moved.Id}`]);
    expect((await hotel.inRoom('2')).map((stay: { externalID: string }) => stay.externalID)).toEqual([`mews:${same.Id}`]);
  });

  it('go when they are cancelled, nobody came, or their room is taken away', async () => {
    const { mews } = house;
    const [one, two, three] = ['1', '2', '3'].map((room) => mews.book(STAY, GUEST, room));
    mews.book({ ...STAY, State: 'Optional' }, GUEST, '4');
    const hotel = await connected();
    await hotel.firstRead();
    expect((await hotel.record()).stays).toBe(3);
    mews.cancel(one!);
    mews.cancel(two!, 'NoShow');
    mews.change(three!, { AssignedResourceId: null });
    expect((await hotel.sync()).stays).toBe(0);
  });

  it('are named for the main guest, who owns them: not for who booked, or came with them', async () => {
    const { mews } = house;
    const { Id: BookerId } = mews.guest({ FirstName: 'Assistant' });
    const one = mews.book({ ...STAY, BookerId }, GUEST, '6');
    mews.accompany(one, { FirstName: 'Bo', LastName: 'Berg' });
    const left = mews.book(STAY, undefined, '7');
    mews.accompany(left, { FirstName: 'Cleo', LastName: 'Berg' });
    const hotel = await connected();
    await hotel.firstRead();
    expect((await hotel.inRoom('6'))[0].guest).toMatchObject({ firstName: 'Anna', lastName: 'Ek' });
    // Whoever owned it is no customer of the hotel any more.
    expect((await hotel.inRoom('7'))[0].guest).toMatchObject({ firstName: 'Cleo', lastName: 'Berg' });
  });

  it('of a company are named for the first who was named to stay, and without a name while nobody is', async () => {
    const { mews } = house;
    const named = mews.book({ ...STAY, AccountType: 'Company' }, undefined, '7');
    mews.accompany(named, { FirstName: 'Bo', LastName: 'Berg' });
    mews.accompany(named, { FirstName: 'Cleo', LastName: 'Dahl' });
    mews.book({ ...STAY, AccountType: 'Company' }, undefined, '8');
    const hotel = await connected();
    await hotel.firstRead();
    expect((await hotel.inRoom('7'))[0].guest).toMatchObject({ firstName: 'Bo', lastName: 'Berg' });
    const nobody = { firstName: null, lastName: null, contactEmail: null, phoneNumber: null, languageCode: null };
    expect((await hotel.inRoom('8'))[0].guest).toEqual(nobody);
  });

  it('of a service that no Location is named for are told of by its ID, and nothing is asked about their guests', async () => {
    const { mews } = house;
    const other = 'aaaaaaaa-86da-4f96-9efc-e5a4654a4a94';
    mews.book({ ...STAY, ServiceId: other }, GUEST, '9');
    mews.requests.splice(0);
    const hotel = await connected();
    await hotel.firstRead();
    expect(await hotel.record()).toMatchObject({ stays: 0, unmapped: [other] });
    expect(mews.seen('POST /api/connector/v1/customers/getAll')).toEqual([]);
    const settings = { ...hotel.settings, services: { [SERVICE]: hotel.locationID, [other]: hotel.locationID } };
    await hotel.call('PUT', `/connections/${hotel.id}`, { name: 'Stays', settings });
    await until(async () => (await hotel.record()).stays === 1);
    expect((await hotel.record()).unmapped).toEqual([]);
    await hotel.call('PUT', `/connections/${hotel.id}`, { name: 'Stays', settings: hotel.settings, locationIDs: ['L-9'] });
    const nowhere = { ...hotel.settings, services: {} };
    await hotel.call('PUT', `/connections/${hotel.id}`, { name: 'Stays', settings: nowhere });
    await until(async () => (await hotel.record()).stays === 0);
  });

  it('are read to the last page, though the hotel goes on booking', async () => {
    const { mews } = house;
    for (let made = 0; made < 1_100; made++) mews.book(STAY, { ...GUEST, LastName: `Ek ${made}` }, String(made));
    mews.meanwhile = () => void mews.book(STAY, GUEST, 'later');
    const hotel = await connected();
    await hotel.firstRead();
    mews.meanwhile = () => undefined;
    expect((await hotel.record()).stays).toBeGreaterThanOrEqual(1_100);
    for (const made of [0, 500, 1_099]) expect(await hotel.inRoom(String(made))).toHaveLength(1);
    const { stays } = await hotel.sync();
    expect(stays).toBe(mews.ledger.reservations.length);
  });

  it('are all there though the clocks differ', async () => {
    const { mews } = house;
    mews.skew = -3 * 3_600_000;
    const hotel = await connected();
    await hotel.firstRead();
    mews.book(STAY, GUEST, '1');
    expect((await hotel.sync()).stays).toBe(1);
    mews.skew = 3 * 3_600_000;
    mews.book(STAY, GUEST, '2');
    expect((await hotel.sync()).stays).toBe(2);
    mews.skew = 0;
    mews.change(mews.ledger.reservations[0]!, { AssignedResourceId: mews.room('5').Id });
    await hotel.sync();
  });

  it('are written as they can be, whatever is in them', async () => {
    const { mews } = house;
    const odd = {
      FirstName: ' \u0000A\ud800 ',
      LastName: 'x'.repeat(300),
      Email: 'nobody',
      Phone: '1'.repeat(60),
      LanguageCode: 'E',
    };
    mews.book({ ...STAY, ActualEndUtc: utc(-3), State: 'Processed' }, odd, ' 3\u0000 ');
    const hotel = await connected();
    await hotel.firstRead();
    const [stay] = await hotel.inRoom('3');
    expect(stay.guest).toEqual({
      firstName: 'A\ufffd',
      lastName: 'x'.repeat(255),
      contactEmail: null,
      phoneNumber: null,
      languageCode: null,
    });
    expect(stay.arrivalDate <= stay.departureDate).toBe(true);
  });

  it('are read again where it stopped: after faults, as long as a 429 says, and each once', async () => {
    const { mews } = house;
    for (let made = 0; made < 700; made++) mews.book(STAY, GUEST, String(made));
    mews.retryAfter = 12;
    mews.requests.splice(0);
    let pages = 0;
    mews.meanwhile = () => {
      if (reads().length === 1 && pages++ === 0) mews.fail('429', 'POST /api/connector/v1/customers/getAll');
    };
    mews.fail('slow', 'POST /api/connector/v1/configuration/get');
    mews.fail('500 after', 'POST /api/connector/v1/reservations/getAll/2023-06-06');
    mews.fail('reset before', 'POST /api/connector/v1/resources/getAll');
    const hotel = await connected();
    await until(async () => (await hotel.record()).status === 'failing');
    expect((await hotel.record()).lastError).toBe('Mews was asked too often, with status 429');
    const [{ wait }] = await house.service.sql(
      'select extract(epoch from due_at - now())::float8 as wait from connection_work where group_id = $1',
      [hotel.groupID],
    );
    expect(wait).toBeGreaterThan(8);
    expect(wait).toBeLessThanOrEqual(12);
    await house.service.sql('update connection_work set due_at = now() where group_id = $1', [hotel.groupID]);
    await hotel.firstRead();
    expect(await hotel.record()).toMatchObject({ status: 'ok', stays: 700 });
  });

  it('say in words what does not fit, read all others, and go on when it does', async () => {
    const { mews } = house;
    mews.book(STAY, GUEST, '2');
    const one = mews.book(STAY, GUEST, '1');
    one.State = null as never;
    const hotel = await connected();
    await until(async () => (await hotel.record()).status === 'failing');
    expect((await hotel.record()).lastError).toBe(
      'Mews answered with something else than expected: Reservations.0.State is not a text',
    );
    expect((await hotel.record()).stays).toBe(1);
    mews.change(one, { State: 'Started' });
    expect((await hotel.sync()).stays).toBe(2);
  });

  it('end where a page leads to itself, which is said in words', async () => {
    const { mews } = house;
    const one = mews.book(STAY, GUEST, '1');
    mews.ledger.reservations.push(one);
    const hotel = await connected();
    await until(async () => (await hotel.record()).status === 'failing', 10_000);
    expect((await hotel.record()).lastError).toBe('The same page came again and again');
    expect(await hotel.inRoom('1')).toHaveLength(1);
    mews.ledger.reservations.pop();
    expect(await hotel.sync()).toMatchObject({ status: 'ok', stays: 1 });
  });

  it('begin anew where a cursor is refused', async () => {
    const { mews } = house;
    for (let made = 0; made < 600; made++) mews.book(STAY, GUEST, String(made));
    const [last, asked] = [mews.ledger.reservations[100]!, reads().length];
    mews.meanwhile = () => {
      const at = mews.ledger.reservations.indexOf(last);
      if (at >= 0 && reads().length > asked) mews.ledger.reservations.splice(at, 1);
    };
    const hotel = await connected();
    await until(async () => (await hotel.record()).lastError?.includes('Invalid Cursor') === true);
    expect((await hotel.sync()).stays).toBe(600);
  });
});

describe('a stay that was read', () => {
  it('stays erased once it was erased with its person', async () => {
    const { mews } = house;
    const one = mews.book(STAY, GUEST, '1');
    const hotel = await connected();
    await hotel.firstRead();
    expect((await hotel.call('DELETE', `/locations/${hotel.locationID}/stays/mews:${one.Id}`)).status).toBe(204);
    expect((await hotel.call('DELETE', `/locations/${hotel.locationID}/stays/mews:${one.Id}`)).status).toBe(404);
    mews.change(one, { AssignedResourceId: mews.room('2').Id });
    expect((await hotel.sync()).stays).toBe(0);
    expect([...(await hotel.inRoom('1')), ...(await hotel.inRoom('2'))]).toEqual([]);
  });

  it('goes 30 days after departure, though it was cancelled by nobody, and does not come back', async () => {
    const { mews, service } = house;
    const one = mews.book(STAY, GUEST, '1');
    const hotel = await connected();
    await hotel.firstRead();
    // Time goes forward alone: nothing may follow this.
    service.clock.forward(40);
    mews.change(one, { Number: 'changed' });
    expect((await hotel.sync()).stays).toBe(0);
  });
});
