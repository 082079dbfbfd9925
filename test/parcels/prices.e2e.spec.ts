import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeSendcloud } from '#fakes';
import { ADDRESSES, type Shipping, startShipping } from './parcels.js';

let sendcloud: FakeSendcloud;
let hotel: Shipping;

beforeAll(async () => {
  sendcloud = await new FakeSendcloud().start();
  hotel = await startShipping('sendcloud', sendcloud);
  await hotel.setShipping({ paidBy: 'guest', pricing: 'carrier', handlingFee: 2.5 });
});
afterAll(async () => {
  await hotel?.stop();
  await sendcloud?.stop();
});

const found = async (changes: object = {}) => {
  const owner = { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna@example.com', address: ADDRESSES.FR };
  return (await hotel.item(hotel.locationID, { owner, ...changes })).ID as number;
};
const answer = (itemID: number, body: object = { response: 'ship' }) => hotel.call('PUT', `/items/${itemID}/response`, body);

describe('the guest’s price by the carrier', () => {
  it('is the cheapest offer and the fee, and holds for 30 minutes', async () => {
    const itemID = await found();
    expect((await answer(itemID)).body.payment).toMatchObject({ status: 'open', amount: 9.25, currency: 'EUR' });
    sendcloud.services[0]!.price = '7.75';
    hotel.clock.forward(29 / 1_440);
    expect((await answer(itemID)).body.payment).toMatchObject({ status: 'open', amount: 9.25 });
    hotel.clock.forward(2 / 1_440);
    expect((await answer(itemID)).body.payment).toMatchObject({ status: 'open', amount: 10.25 });
  });

  it('cannot be had where the carrier is away, says no or sends nothing, and nothing is ordered', async () => {
    const itemID = await found();
    sendcloud.fail('500 before', null, 4);
    expect(await answer(itemID)).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    sendcloud.fail('422');
    expect(await answer(itemID)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    const services = sendcloud.services.splice(0);
    expect(await answer(itemID)).toMatchObject({ status: 409, body: { code: 'conflict' } });
    sendcloud.services.push(...services);
    expect((await hotel.call('GET', `/items/${itemID}`)).body).toMatchObject({ status: 'waiting-response', payment: null });
  });

  it('is asked for nothing that is never sent', async () => {
    const before = sendcloud.requests.length;
    expect(await answer(await found({ handling: 'perishable' }))).toMatchObject({ status: 409, body: { code: 'not_shippable' } });
    expect(sendcloud.requests).toHaveLength(before);
  });
});

describe('the shipping of a Location', () => {
  const put = (changes: object) => hotel.setShipping({ paidBy: 'guest', pricing: 'carrier', ...changes });
  const errorOf = async (changes: object) =>
    (await put(changes)).body.errors.map(({ field, code }: Record<string, string>) => [field, code]);

  it('takes a carrier that is there, what is never sent, the pricing and a fee', async () => {
    const { status, body } = await put({ handlingFee: 1.5, notShipped: ['perishable', 'jewelry'] });
    expect([status, body]).toMatchObject([
      200,
      { carrierID: hotel.carrierID, notShipped: ['perishable', 'jewelry'], pricing: 'carrier', handlingFee: 1.5 },
    ]);
    expect(await errorOf({ carrierID: 99 })).toEqual([['carrierID', 'unknown_reference']]);
    expect(await errorOf({ handlingFee: 1_000.5 })).toEqual([['handlingFee', 'out_of_range']]);
    expect(await errorOf({ handlingFee: -1 })).toEqual([['handlingFee', 'out_of_range']]);
    expect(await errorOf({ pricing: 'guess' })).toEqual([['pricing', 'not_allowed']]);
    expect(await errorOf({ notShipped: ['dynamite'] })).toEqual([['notShipped.0', expect.any(String)]]);
    const other = await hotel.location();
    const { body: elsewhere } = await hotel.call('PUT', `/connections/${hotel.carrierID}`, {
      name: 'here',
      locationIDs: [hotel.locationID],
      settings: {},
    });
    expect(elsewhere.locationIDs).toEqual([hotel.locationID]);
    const { body: refused } = await hotel.call('PUT', `/locations/${other}/shipping`, {
      paidBy: 'location',
      currency: 'EUR',
      rates: [],
      carrierID: hotel.carrierID,
    });
    expect(refused.errors).toEqual([expect.objectContaining({ field: 'carrierID', code: 'unknown_reference' })]);
  });

  it('has no carrier once that is switched off, for others alone or deleted: for good, until it is given one again', async () => {
    const carrierOf = async () => (await hotel.call('GET', `/locations/${hotel.locationID}/shipping`)).body.carrierID;
    const connection = (changes: object) =>
      hotel.call('PUT', `/connections/${hotel.carrierID}`, { name: 'It', settings: {}, ...changes });
    const others = [await hotel.location()];
    for (const changes of [{ enabled: false }, { locationIDs: others }, { enabled: false, locationIDs: others }]) {
      await connection({});
      await put({});
      await connection({ locationIDs: [hotel.locationID, ...others] });
      expect(await carrierOf()).toBe(hotel.carrierID);
      await connection(changes);
      expect(await carrierOf(), JSON.stringify(changes)).toBeNull();
      await connection({});
      expect(await carrierOf(), JSON.stringify(changes)).toBeNull();
    }
    await put({});
    await hotel.call('DELETE', `/connections/${hotel.carrierID}`);
    expect(await carrierOf()).toBeNull();
  });
});
