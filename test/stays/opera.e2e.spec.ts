import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { StayRetention } from '#contexts/stays';
import { created, HOTEL } from '../support/records.js';
import { connect, day, type House, startHouse, until } from './reservations.js';

let house: House;
let groups = 0;
const connected = (more: object = {}) => connect(house.service, `opera-${++groups}`, 'opera', more);
const GUEST = { surname: 'Ek', givenName: 'Anna', email: 'anna@example.com', phone: '+46 8 1', language: 'SV' };
const STAY = { ...GUEST, arrival: day(-1), departure: day(2) };

beforeAll(async () => {
  house = await startHouse();
});
afterAll(() => house?.stop());
beforeEach(() => {
  house.opera.ledger.reservations.splice(0);
  house.opera.meanwhile = () => undefined;
  Object.assign(house.opera, { listsCancelled: true, lifetime: 3_600 });
});

const ROUTE = 'GET /rsv/v1/hotels/:hotelId/reservations';
const written = (groupID: number) =>
  house.service.sql('select external_id, xmin::text from stays where group_id = $1', [groupID]);

describe('reservations in Opera Cloud', () => {
  it('are stays: room, dates, number, and the guest with contact and a language that is one', async () => {
    const one = house.opera.book({ ...STAY, room: '312' });
    house.opera.book({ ...STAY, room: '313', language: 'E' });
    house.opera.book({ arrival: day(0), room: '314', surname: null });
    house.opera.book({ ...STAY, room: null });
    const hotel = await connected();
    await hotel.firstRead();
    expect(await hotel.inRoom('312')).toEqual([
      {
        externalID: `opera:${one.id}`,
        room: '312',
        arrivalDate: day(-1),
        departureDate: day(2),
        reservationNumber: one.confirmation,
        guest: {
          firstName: 'Anna',
          lastName: 'Ek',
          contactEmail: 'anna@example.com',
          phoneNumber: '+46 8 1',
          languageCode: 'sv',
        },
      },
    ]);
    expect((await hotel.inRoom('313'))[0].guest.languageCode).toBeNull();
    expect((await hotel.inRoom('314'))[0].guest.lastName).toBeNull();
    expect(await hotel.record()).toMatchObject({ status: 'ok', stays: 3, unmapped: [] });
  });

  it('are read from who left 7 days ago to who arrives in 90 at first, then in 30, and only what differs is written', async () => {
    const { opera } = house;
    const days: [number, number][] = [
      [-20, -8],
      [-20, -7],
      [30, 31],
      [31, 32],
      [90, 95],
      [91, 92],
    ];
    for (const [arrival, departure] of days)
      opera.book({ ...GUEST, arrival: day(arrival), departure: day(departure), room: '1' });
    const hotel = await connected();
    await hotel.firstRead();
    expect((await hotel.record()).stays).toBe(4);
    const before = await written(hotel.groupID);
    opera.requests.splice(0);
    opera.change(opera.ledger.reservations[2]!, { room: '2' });
    await hotel.sync();
    expect(opera.seen(ROUTE).map(({ query }) => [query.departureStartDate, query.arrivalEndDate])).toEqual([[day(-7), day(30)]]);
    const after = await written(hotel.groupID);
    expect(after.filter((row) => before.every((old) => old.xmin !== row.xmin))).toHaveLength(1);
    expect(after).toHaveLength(4);
  });

  it('go when they are cancelled or nobody came, shown as such or shown no more, and stay when a page has moved', async () => {
    const { opera } = house;
    const all = Array.from({ length: 450 }, (_, index) => opera.book({ ...STAY, room: String(index) }));
    const hotel = await connected();
    await hotel.firstRead();
    expect((await hotel.record()).stays).toBe(450);
    opera.change(all[0]!, { status: 'NoShow' });
    expect((await hotel.sync()).stays).toBe(449);
    opera.listsCancelled = false;
    opera.change(all[1]!, { status: 'Cancelled' });
    opera.ledger.reservations.splice(2, 1);
    expect((await hotel.sync()).stays).toBe(447);
    // After the first page many leave the list, so that the second begins behind some that nobody has seen.
    let pages = 0;
    opera.meanwhile = () => {
      if (++pages === 1) for (const one of all.slice(3, 103)) opera.change(one, { status: 'Cancelled' });
    };
    expect((await hotel.sync()).stays).toBe(347 + (await hotel.inRoom('50')).length * 100);
    opera.meanwhile = () => undefined;
    expect((await hotel.sync()).stays).toBe(347);
  });

  it('are read to their end though tokens end in the middle, or before their time', async () => {
    const { opera } = house;
    for (let made = 0; made < 450; made++) opera.book({ ...STAY, room: String(made) });
    let answers = 0;
    opera.meanwhile = () => {
      if (++answers % 2 === 1) opera.endTokens();
    };
    const hotel = await connected();
    await hotel.firstRead();
    expect(await hotel.record()).toMatchObject({ status: 'ok', lastError: null, stays: 450 });
    opera.lifetime = 61;
    await hotel.sync();
    opera.lifetime = 0;
    await hotel.call('POST', `/connections/${hotel.id}/sync`);
    await until(async () => (await hotel.record()).status === 'failing');
    expect((await hotel.record()).lastError).toBe('Opera Cloud refused the credentials, with status 401: look at the settings');
  });

  it('of one hotel are read though another is refused, and the connection says so', async () => {
    const { opera } = house;
    opera.book({ ...STAY, room: '1' });
    const hotel = await connected();
    const other = (await created(hotel.call, '/locations', HOTEL)).locationID;
    const hotels = { BAD: other, HOTEL1: hotel.locationID };
    opera.book({ ...STAY, hotelId: 'BAD', room: '2', id: '' });
    const put = await hotel.call('PUT', `/connections/${hotel.id}`, { name: 'Stays', settings: { ...hotel.settings, hotels } });
    expect(put.status).toBe(200);
    await until(async () => (await hotel.record()).status === 'failing');
    expect((await hotel.record()).lastError).toContain(
      'reservations.reservationInfo.0.reservationIdList.0.id is not an identifier',
    );
    expect(await hotel.inRoom('1')).toHaveLength(1);
  });

  it('of two hotels that are one Location stay side by side, and each is written once', async () => {
    const { opera } = house;
    opera.book({ ...STAY, room: '1' });
    const gone = opera.book({ ...STAY, hotelId: 'HOTEL2', room: '2' });
    const hotel = await connected();
    const hotels = { HOTEL1: hotel.locationID, HOTEL2: hotel.locationID };
    const put = await hotel.call('PUT', `/connections/${hotel.id}`, { name: 'Stays', settings: { ...hotel.settings, hotels } });
    expect(put.status).toBe(200);
    await until(async () => (await hotel.record()).stays === 2);
    const before = await written(hotel.groupID);
    expect((await hotel.sync()).stays).toBe(2);
    expect(await written(hotel.groupID)).toEqual(before);
    opera.listsCancelled = false;
    opera.change(gone, { status: 'Cancelled' });
    expect((await hotel.sync()).stays).toBe(1);
    expect(await hotel.inRoom('1')).toHaveLength(1);
  });

  it('of a hotel where nobody is are none, and those of a deleted connection who have not arrived go', async () => {
    const { opera, service } = house;
    const hotel = await connected();
    await hotel.firstRead();
    expect((await hotel.record()).stays).toBe(0);
    opera.book({ ...STAY, room: '1' });
    opera.book({ ...GUEST, arrival: day(5), departure: day(6), room: '1' });
    expect((await hotel.sync()).stays).toBe(2);
    await hotel.call('DELETE', `/connections/${hotel.id}`);
    expect(await service.get(StayRetention).forgetUnread(100)).toBe(1);
    expect((await service.sql('select arrival_date from stays where group_id = $1', [hotel.groupID]))[0].arrival_date).toBe(
      day(-1),
    );
    expect(await hotel.inRoom('1')).toHaveLength(1);
  });
});
