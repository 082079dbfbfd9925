import { ConnectionSettings } from '#contexts/connections';
import type { FakeEasyPost, FakeSendcloud } from '#fakes';
import { AT_ONCE } from '../support/at-once.js';
import { startService, type TestService } from '../support/service.js';

/** Owners with addresses in France, in Italy, in Switzerland and in the USA. */
export const ADDRESSES = {
  FR: { address: 'Rue 2', city: 'Paris', zipCode: '75001', countryID: 'FR', recipient: 'Anna Schmidt' },
  IT: { address: 'Via 4', city: 'Roma', zipCode: '00184', countryID: 'IT', recipient: 'Anna Schmidt' },
  CH: { address: 'Weg 3', city: 'Zürich', zipCode: '8001', countryID: 'CH', recipient: 'Anna Schmidt' },
  US: { address: '179 N Harbor Dr', city: 'Redondo Beach', state: 'CA', zipCode: '90277', countryID: 'US', recipient: 'Anna' },
};
/** A Location in the USA, as EasyPost's are. */
export const IN_CALIFORNIA = {
  address: {
    address: 'Townsend St',
    addressNumber: '388',
    city: 'San Francisco',
    state: 'CA',
    countryID: 'US',
    zipCode: '94107',
  },
};
export const CUSTOMS = { description: 'Leather wallet', value: 30, currency: 'EUR', hsCode: '420231', originCountryID: 'IT' };

/** A service with a Location in Berlin whose parcels go with Sendcloud. */
export interface Shipping extends TestService {
  locationID: string;
  carrierID: number;
  /** Registers an item whose owner wants it sent. */
  toSend(address?: object, changes?: object): Promise<number>;
  ship(itemID: number, body?: object, headers?: Record<string, string>): ReturnType<TestService['call']>;
  setShipping(changes?: object): ReturnType<TestService['call']>;
}

const SETTINGS = {
  sendcloud: { publicKey: 'public-key', secretKey: 'secret-key' },
  easypost: { apiKey: 'EZTK-test', webhookSecret: 'webhook-secret' },
};

/** The keys of the one account that there is. */
export const ACCOUNT = SETTINGS.sendcloud;

/** Starts it. @param more changes of the Location, and the pace of worker and calls: `{}` is that of an operator */
export async function startShipping(
  provider: 'sendcloud' | 'easypost',
  fake: FakeSendcloud | FakeEasyPost,
  { location = {}, pace = AT_ONCE }: { location?: object; pace?: Partial<typeof AT_ONCE> } = {},
): Promise<Shipping> {
  const service = await startService({ connections: new ConnectionSettings({ urls: { [provider]: fake.url }, ...pace }) });
  const { call } = service;
  const locationID = await service.location(location);
  const { body } = await call('POST', '/connections', { provider, name: provider, settings: SETTINGS[provider] });
  fake.outbox.url = `${service.url}${body.eventsUrl}`;
  const setShipping = (changes: object = {}) =>
    call('PUT', `/locations/${locationID}/shipping`, {
      paidBy: 'location',
      currency: 'EUR',
      rates: [],
      carrierID: body.ID,
      ...changes,
    });
  await setShipping();
  return Object.assign(service, {
    locationID,
    carrierID: body.ID as number,
    setShipping,
    async toSend(address: object = ADDRESSES.FR, changes: object = {}) {
      const owner = { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna@example.com', address };
      const { ID } = await service.item(locationID, { owner, ...changes });
      const { status, body: answer } = await call('PUT', `/items/${ID}/response`, { response: 'ship' });
      if (status !== 200) throw new Error(JSON.stringify(answer));
      return ID as number;
    },
    ship: (itemID: number, given: object = {}, headers = {}) => call('POST', `/items/${itemID}/shipment/label`, given, headers),
  });
}
