import { ConnectionSettings } from '#contexts/connections';
import { GuestLinks } from '#contexts/links';
import { PaymentWorker } from '#contexts/payments';
import { FakeMollie, FakeStripe } from '#fakes';
import { type GuestService, startGuestService } from '../guests/guests.js';
import { AT_ONCE } from './at-once.js';

const HOME = { recipient: 'Anna Schmidt', address: 'Hauptstraße 5', zipCode: '20095', city: 'Hamburg', countryID: 'DE' };

/** A hotel whose guests pay for shipping at a provider, and that provider. */
export interface PaidShipping {
  service: GuestService;
  stripe: FakeStripe;
  mollie: FakeMollie;
  /** Switches the Location to a provider; others stay as they were. */
  connect(provider: 'stripe' | 'mollie'): Promise<number>;
  /** Deletes the connection to a provider, or switches it off. */
  leave(provider: 'stripe' | 'mollie', how: 'deleted' | 'switched off'): Promise<void>;
  /** Registers a suitcase and orders that it is sent. */
  ordered(): Promise<Ordered>;
  /** The answer to a browser. */
  visit(path: string, form?: Record<string, string>): Promise<Visited>;
  /** Does what the worker has to do now. */
  work(): Promise<void>;
  stop(): Promise<void>;
}

interface Visited {
  status: number;
  location: string | null;
  text: string;
  policy: string | null;
}

interface Ordered {
  path: string;
  page: string;
  answer: Visited;
  // biome-ignore lint/suspicious/noExplicitAny: specs look into records without restating their types
  item(): Promise<any>;
}

export async function startPaidShipping(currency = 'EUR', price = 9.9): Promise<PaidShipping> {
  const [stripe, mollie] = [await new FakeStripe().start(), await new FakeMollie().start()];
  const settings = new ConnectionSettings({ urls: { stripe: stripe.url, mollie: mollie.url }, ...AT_ONCE });
  const service = await startGuestService({ connections: settings });
  Object.assign(settings, { publicUrl: service.url });
  Object.assign(service.get(GuestLinks), { publicUrl: service.url });
  const rates = [
    { countries: ['DE'], weightID: null, price, days: null },
    { countries: ['FR'], weightID: null, price: 2 * price, days: null },
  ];
  await service.call('PUT', `/locations/${service.locationID}/shipping`, { paidBy: 'guest', currency, rates });
  const given = {
    stripe: { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret },
    mollie: { apiKey: mollie.apiKey },
  };
  const ids: Partial<Record<'stripe' | 'mollie', number>> = {};
  const visit: PaidShipping['visit'] = async (path, form) => {
    const sent = form && { method: 'POST', body: new URLSearchParams(form) };
    const answer = await fetch(new URL(path, service.url), { ...sent, redirect: 'manual' });
    const { status, headers } = answer;
    return {
      status,
      location: headers.get('location'),
      text: await answer.text(),
      policy: headers.get('content-security-policy'),
    };
  };
  return {
    service,
    stripe,
    mollie,
    visit,
    async connect(provider) {
      for (const [name, id] of Object.entries(ids)) {
        const body = { name, enabled: false, settings: given[name as keyof typeof given] };
        await service.call('PUT', `/connections/${id}`, body);
      }
      const body = { provider, name: provider, enabled: true, settings: given[provider] };
      const known = ids[provider];
      const { body: made } =
        known === undefined
          ? await service.call('POST', '/connections', body)
          : await service.call('PUT', `/connections/${known}`, body);
      if (provider === 'stripe') stripe.outbox.url = made.eventsUrl;
      ids[provider] = made.ID;
      return made.ID;
    },
    async leave(provider, how) {
      const path = `/connections/${ids[provider]}`;
      const off = { name: provider, enabled: false, settings: given[provider] };
      if (how === 'switched off') await service.call('PUT', path, off);
      else await service.call('DELETE', path);
      if (how === 'deleted') delete ids[provider];
    },
    async ordered() {
      const { ID } = await service.suitcase();
      const page = service.pathTo('item', ID);
      const shown = await visit(`${page}/send`, HOME);
      const agreed = /name="price" value="([^"]+)"/.exec(shown.text)?.[1] ?? '';
      const answer = await visit(`${page}/send`, { ...HOME, price: agreed });
      const path = `/items/${ID}`;
      return { path, page, answer, item: async () => (await service.call('GET', path)).body };
    },
    async work() {
      const worker = service.get(PaymentWorker);
      while (await worker.round(() => undefined)) await worker.settled();
    },
    async stop() {
      await service.stop();
      await Promise.all([stripe.stop(), mollie.stop()]);
    },
  };
}
