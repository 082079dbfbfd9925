import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ask } from './asking.js';
import { basic } from './call.js';
import { day } from './opera.hotel.js';
import { FakeOpera } from './opera.js';

describe('The fake of Opera Cloud', () => {
  let opera: FakeOpera;
  let token: string;
  const login = (change: Record<string, string> = {}) => {
    const { clientID, clientSecret, appKey, enterpriseID, scope } = opera.client;
    const headers = { authorization: basic(clientID, clientSecret), 'x-app-key': appKey, enterpriseId: enterpriseID, ...change };
    const form = new URLSearchParams({ grant_type: 'client_credentials', scope });
    return ask(`${opera.url}/oauth/v1/tokens`, 'POST', headers, form);
  };
  const found = (query: Record<string, string> = {}, change: Record<string, string> = {}) => {
    const headers = { authorization: `Bearer ${token}`, 'x-app-key': opera.client.appKey, 'x-hotelid': 'HOTEL1', ...change };
    return ask(`${opera.url}/rsv/v1/hotels/HOTEL1/reservations?${new URLSearchParams(query)}`, 'GET', headers);
  };
  const ids = ({ body }: Awaited<ReturnType<typeof found>>) =>
    body.reservations.reservationInfo.map(({ reservationIdList: [{ id }] }: { reservationIdList: [{ id: string }] }) => id);
  const ahead = (days: number) => day(new Date(Date.now() + days * 86_400_000));

  beforeEach(async () => {
    opera = await new FakeOpera().start();
    token = (await login()).body.access_token;
  });
  afterEach(() => opera.stop());

  it('gives those who arrive and leave in a time, with who and where, and no content for nobody', async () => {
    expect((await found()).status).toBe(204);
    opera.book({ surname: 'Ek', room: '312', email: 'anna@example.com', arrival: ahead(-2), departure: ahead(1) });
    opera.book({ arrival: ahead(40), departure: ahead(41) });
    opera.book({ hotelId: 'HOTEL2' });
    const { body } = await found({ departureStartDate: ahead(-7), arrivalEndDate: ahead(30) });
    expect(body.reservations).toMatchObject({
      hasMore: false,
      totalResults: 1,
      reservationInfo: [{ roomStay: { roomId: '312' }, reservationGuest: { surname: 'Ek' }, reservationStatus: 'Reserved' }],
    });
  });

  it('gives pages by their offset, which shift when a reservation comes between', async () => {
    for (let made = 0; made < 4; made++) opera.book({ arrival: ahead(2) });
    opera.meanwhile = () => opera.book({ arrival: ahead(1) });
    const first = await found({ limit: '2' });
    const second = await found({ limit: '2', offset: '2' });
    expect([ids(first), first.body.reservations.hasMore]).toEqual([['430001', '430002'], true]);
    expect(ids(second)).toEqual(['430002', '430003']);
  });

  it('ends tokens in their time, and before it', async () => {
    expect((await login()).body).toMatchObject({ expires_in: 3_600, token_type: 'Bearer' });
    opera.endTokens();
    expect((await found()).status).toBe(401);
    opera.lifetime = 0;
    token = (await login()).body.access_token;
    expect((await found()).status).toBe(401);
  });

  it('refuses what the real one refuses', async () => {
    expect((await login({ enterpriseId: 'OTHER' })).status).toBe(401);
    expect((await login({ 'x-app-key': 'other' })).status).toBe(401);
    expect((await found({}, { 'x-hotelid': 'HOTEL2' })).status).toBe(403);
    expect((await found({}, { 'x-app-key': 'other' })).status).toBe(401);
    const said = async (query: Record<string, string>) => (await found(query)).body.detail;
    expect(await said({ limit: '201' })).toBe('limit exceeds 200.');
    expect(await said({ arrivalStartDate: ahead(0), arrivalEndDate: ahead(91) })).toBe('The range of arrival exceeds 90 days.');
    expect(await said({ arrivalStartDate: '20.11.2026' })).toBe('arrivalStartDate is not valid.');
    expect(await said({ updatedSince: ahead(0) })).toBe('updatedSince is not valid.');
  });

  it('may leave out who cancelled or did not come', async () => {
    opera.change(opera.book(), { status: 'Cancelled' });
    expect((await found()).body.reservations.reservationInfo).toMatchObject([{ reservationStatus: 'Cancelled' }]);
    opera.listsCancelled = false;
    expect((await found()).status).toBe(204);
    expect((await found({ reservationStatuses: 'Cancelled' })).status).toBe(200);
  });
});
