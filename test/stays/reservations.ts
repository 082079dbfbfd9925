import { ConnectionSettings } from '#contexts/connections';
import { FakeMews, FakeOpera } from '#fakes';
import { dayIn } from '#platform/kernel';
import { AT_ONCE } from '../support/at-once.js';
import { created, createLocation } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker } from '../support/worker.js';

export const SERVICE = 'bd26d8db-86da-4f96-9efc-e5a4654a4a94';
export const DAY = 86_400_000;

/** The moment so many days from now, as Mews writes it. */
export const utc = (days: number) => new Date(Date.now() + days * DAY).toISOString().replace(/\.\d+Z$/, 'Z');

/** The day so many days from today, where the hotel is: an hour or two before midnight in UTC, it is tomorrow there. */
export const day = (days: number) =>
  new Date(Date.parse(dayIn('Europe/Amsterdam', new Date())) + days * DAY).toISOString().slice(0, 10);

/** The service with its worker, beside the fakes of both reservation systems. */
export async function startHouse() {
  const [mews, opera] = [await new FakeMews().start(), await new FakeOpera().start()];
  const urls = { mews: mews.url, opera: opera.url };
  // Nothing is due again by itself within a spec.
  const service = await startService({ connections: new ConnectionSettings({ urls, staysInterval: 10 * 60_000, ...AT_ONCE }) });
  const worker = await startWorker(service.options);
  return {
    mews,
    opera,
    service,
    async stop() {
      await worker.close();
      await service.stop();
      await Promise.all([mews.stop(), opera.stop()]);
    },
  };
}

export type House = Awaited<ReturnType<typeof startHouse>>;

/** A connection of a new Location, in a Group of its own. */
export async function connect(service: TestService, code: string, provider: 'mews' | 'opera', more: object = {}) {
  const { call, groupID } = await service.group(code);
  const locationID = await createLocation(call);
  const settings =
    provider === 'mews'
      ? { clientToken: 'client-token', accessToken: 'access-token', services: { [SERVICE]: locationID } }
      : { ...OPERA, hotels: { HOTEL1: locationID } };
  const { ID: id } = await created(call, '/connections', { provider, name: 'Stays', settings: { ...settings, ...more } });
  const record = async () => (await call('GET', `/connections/${id}`)).body;
  return {
    call,
    groupID,
    locationID,
    id,
    record,
    settings,
    /** Reads it now, to the end. */
    async sync(within?: number) {
      const { lastSyncAt } = await record();
      await call('POST', `/connections/${id}/sync`);
      await until(async () => (await record()).lastSyncAt !== lastSyncAt, within);
      return record();
    },
    /** Waits for its first reading. */
    firstRead: (within?: number) => until(async () => (await record()).lastSyncAt !== null, within),
    inRoom: async (room: string, on = day(0)) =>
      (await call('GET', `/locations/${locationID}/stays?room=${encodeURIComponent(room)}&on=${on}`)).body,
  };
}

/** Waits until something is so. */
export async function until(isSo: () => Promise<boolean>, within = 50_000): Promise<void> {
  for (const end = Date.now() + within; !(await isSo()); ) {
    if (Date.now() > end) throw new Error('It did not become so.');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

export const OPERA = {
  gatewayUrl: 'https://gateway.example.com',
  clientID: 'client-id',
  clientSecret: 'client-secret',
  appKey: '41ecd082-8997-4c69-af34-2f72b83645ff',
  enterpriseID: 'ENT123',
};
