import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ProviderLine } from '../calls/provider-line.js';
import type { Consignment } from '../kinds/carrier.js';
import { PROVIDERS } from './registry.js';

/** A line to a provider that answers each path with what is given for its beginning. */
function lineTo(provider: keyof typeof PROVIDERS, settings: object, answers: Record<string, unknown>): ProviderLine {
  const headers = { 'content-type': 'application/json' };
  return {
    connection: { provider, settings, locationIDs: null },
    name: PROVIDERS[provider].name,
    async call({ path }: { path: string }) {
      const [, body] = Object.entries(answers).find(([beginning]) => path.startsWith(beginning))!;
      return { status: 200, headers, body: Buffer.from(JSON.stringify(body)) };
    },
  } as unknown as ProviderLine;
}

/** Rows that no list should have. */
const ODD = [null, 5, 'row', [], {}, { id: {}, metadata: 'x', reference: [] }];

const address = { name: 'Anna', company: null, line1: 'Rue 2', line2: null, postalCode: '75001', city: 'Paris', state: null };
const place = { ...address, countryCode: 'FR', email: null, phoneNumber: null };
const parcel: Consignment = { from: place, to: place, parcel: { weight: 1, length: 1, width: 1, height: 1 }, customs: null };

describe('One odd row of a list spoils no other:', () => {
  const option = (code: string, quote: object) => ({ code, name: code, carrier: { code: 'dhl' }, quotes: [quote] });
  const price = (value: unknown, currency = 'EUR') => ({ total: { value, currency } });

  it('offers of Sendcloud without a price, in no currency, or in parts of an hour', async () => {
    const data = [
      option('good', { price: price('9.90'), lead_time: 24 }),
      option('half', { price: price('8.90'), lead_time: 60.5 }),
      option('null', { price: null }),
      option('nothing', { price: { total: null } }),
      option('words', { price: price('ask us') }),
      option('nowhere', { price: price('1', 'no money') }),
      option('late', { price: price('1'), lead_time: 'soon' }),
      { ...option('code', { price: price('1') }), code: null },
      ...ODD,
    ];
    const offers = await PROVIDERS.sendcloud
      .open(lineTo('sendcloud', {}, { '/api/v3/shipping-options': { data } }))
      .offers(parcel);
    expect(offers.map(({ service, days }) => [service, days])).toEqual([
      ['good', '1'],
      ['half', '3'],
    ]);
  });

  it('rates of EasyPost, and messages that are no text', async () => {
    const rate = { id: 'rate_1', carrier: 'USPS', service: 'Ground', rate: '7.10', currency: 'USD', delivery_days: 2.5 };
    const rates = [rate, { ...rate, rate: null }, { ...rate, rate: 'free' }, { ...rate, delivery_days: 'soon' }, ...ODD];
    const shipment = { id: 'shp_1', rates, messages: [{ message: { errors: ['Closed'] } }] };
    const line = lineTo(
      'easypost',
      {},
      { '/v2/shipments/1': { ...shipment, to_address: {}, selected_rate: {} }, '/v2': shipment },
    );
    const easypost = PROVIDERS.easypost.open(line);
    expect((await easypost.offers(parcel)).map(({ service, days }) => [service, days])).toEqual([['USPS:Ground', '3']]);
    const order = { ...parcel, reference: '1', service: 'USPS:Other' };
    expect(await easypost.buy(order)).toEqual({ state: 'refused', words: 'Closed' });
  });

  it('shipments of EasyPost that a label is looked for among', async () => {
    const rate = { carrier: 'USPS', service: 'Ground', rate: '7.10', currency: 'USD' };
    const shipments = [...ODD, { id: 'shp_1', reference: '7', selected_rate: rate, tracking_code: 'T1', tracker: null }];
    const easypost = PROVIDERS.easypost.open(lineTo('easypost', {}, { '/v2/shipments': { shipments, has_more: false } }));
    expect(await easypost.findByReference('7', new Date(0))).toMatchObject({ state: 'bought', label: { id: 'shp_1' } });
  });

  it('refunds of Mollie and of Stripe that one is looked for among', async () => {
    const refund = { id: 're_1', status: 'refunded', metadata: { reference: 'ours' } };
    const money = { amount: 990, currency: 'EUR' };
    const refunds = { _embedded: { refunds: [...ODD, refund] } };
    await PROVIDERS.mollie.open(lineTo('mollie', {}, { '/v2': refunds })).refund({ id: 'tr_1', reference: 'ours', money });
    const answers = { '/v1/checkout': { payment_intent: 'pi_1' }, '/v1/refunds': { data: [...ODD, refund] } };
    await PROVIDERS.stripe.open(lineTo('stripe', {}, answers)).refund({ id: 'cs_1', reference: 'ours', money });
  });

  it('reservations, guests and rooms of Mews', async () => {
    const reservation = {
      Id: 'r1',
      ServiceId: 's1',
      State: 'Started',
      AccountId: 'c1',
      AccountType: 'Customer',
      AssignedResourceId: 'room1',
      ScheduledStartUtc: '2026-11-20T15:00:00Z',
      ScheduledEndUtc: '2026-11-22T10:00:00Z',
    };
    const { Id: _id, ...nameless } = reservation;
    const others = [nameless, { ...reservation, ScheduledEndUtc: 'soon' }, { ...reservation, Id: 'r2', State: 7 }];
    const line = lineTo(
      'mews',
      { services: { s1: 'demo:1' } },
      {
        '/api/connector/v1/reservations': { Reservations: [...ODD, ...others, reservation], Cursor: 'next' },
        '/api/connector/v1/customers': { Customers: [...ODD, { Id: 'c1', LastName: 'Schmidt' }], Cursor: null },
        '/api/connector/v1/resources': { Resources: [...ODD, { Id: 'room1', Name: '12' }], Cursor: null },
      },
    );
    const { reservations, odd, next } = await PROVIDERS.mews
      .open(line)
      .page({ of: 'present', from: '', to: '', unit: null }, null);
    expect(reservations).toMatchObject([{ id: 'r1', room: '12', guest: { lastName: 'Schmidt' } }]);
    expect([odd, next]).toEqual([expect.stringContaining('Reservations.0 is not an object'), 'next']);
  });

  it('reservations of Opera, which count among those of a page all the same', async () => {
    const stay = { roomId: '12', arrivalDate: '2026-11-20', departureDate: '2026-11-22' };
    const reservation = {
      reservationIdList: [{ type: 'Reservation', id: '1' }],
      roomStay: stay,
      reservationStatus: 'InHouse',
      reservationGuest: { surname: 'Schmidt' },
    };
    const others = [
      { ...reservation, roomStay: { ...stay, arrivalDate: '2026-02-30' } },
      { ...reservation, reservationIdList: [] },
    ];
    const reservationInfo = [...ODD, ...others, reservation];
    const line = lineTo(
      'opera',
      { hotels: { H: 'demo:1' } },
      {
        '/oauth': { access_token: 'token', expires_in: 3_600 },
        '/rsv': { reservations: { reservationInfo, hasMore: true } },
      },
    );
    const { reservations, next } = await PROVIDERS.opera.open(line).page({ of: 'present', from: '', to: '', unit: 'H' }, null);
    expect(reservations).toMatchObject([{ id: '1', guest: { lastName: 'Schmidt' } }]);
    expect(next).toBe(String(reservationInfo.length));
  });

  it('but a list of which nothing can be read is said to be none', async () => {
    const line = lineTo('sendcloud', {}, { '/api/v3/shipping-options': { data: [5, 6] } });
    await expect(PROVIDERS.sendcloud.open(line).offers(parcel)).rejects.toThrow(
      /Sendcloud answered with something else than expected/,
    );
  });
});

describe('An event is taken with', () => {
  const secrets = { webhookSecret: 'secret-1234', secretKey: 'key-12345678', apiKey: 'key-12345678' };
  const taken = (event: object) => {
    const body = Buffer.from(JSON.stringify(event));
    const headers = { 'sendcloud-signature': createHmac('sha256', secrets.webhookSecret).update(body).digest('hex') };
    return PROVIDERS.sendcloud.open(lineTo('sendcloud', secrets, {})).event({ body, headers, at: new Date() });
  };
  const parcel = { shipment_uuid: 'u-1', external_shipment_id: 'LF-1', tracking_number: '3SYZ', status: { id: 11 } };
  const action = 'parcel_status_changed';

  it.each([
    ['a time in seconds', { action, timestamp: 1_795_860_000, parcel }],
    ['a time as text', { action, timestamp: '1795860000000', parcel }],
    ['numbers for texts', { action, timestamp: 1_795_860_000_000, parcel: { ...parcel, tracking_number: 340_434 } }],
    ['texts for numbers', { action, timestamp: 1_795_860_000_000, parcel: { ...parcel, status: { id: '11' } } }],
    ['empty names', { action, timestamp: 1_795_860_000_000, parcel: { ...parcel, shipment_uuid: '', tracking_number: null } }],
  ])('%s', (_what, event) => {
    expect(taken(event)).toMatchObject([{ reference: 'LF-1', state: 'delivered', at: new Date(1_795_860_000_000) }]);
  });

  it('a line break behind the form of Mollie', async () => {
    const payment = { id: 'tr_1', status: 'open', amount: {}, metadata: { reference: 'LF-1' }, _links: {} };
    const mollie = PROVIDERS.mollie.open(lineTo('mollie', secrets, { '/v2/payments': payment }));
    const news = await mollie.event({ body: Buffer.from('id=tr_1\r\n'), headers: {}, at: new Date() });
    expect(news.payment).toMatchObject({ id: 'tr_1', reference: 'LF-1', state: 'open' });
  });
});
