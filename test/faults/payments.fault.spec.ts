import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FakeStripe } from '#fakes';
import { Installation } from './support/installation.js';

/** Milliseconds after which an API is killed that has begun a call: before, while and after it asks the provider. */
const DEATHS = [0, 5, 10, 15, 20, 30, 45, 70];

let stripe: FakeStripe;
let service: Installation;

beforeAll(async () => {
  stripe = await new FakeStripe().start();
  service = await Installation.begin({ CONNECTION_URLS: JSON.stringify({ stripe: stripe.url }), PUBLIC_URL: 'http://127.0.0.1' });
  const rates = [{ countries: null, weightID: null, price: 9.9, days: null }];
  await service.call('PUT', '/locations/demo:1/shipping', { paidBy: 'guest', currency: 'EUR', rates });
  const settings = { secretKey: stripe.secretKey, webhookSecret: stripe.webhookSecret };
  const { body } = await service.call('POST', '/connections', { provider: 'stripe', name: 'Stripe', settings });
  stripe.outbox.url = (body as { eventsUrl: string }).eventsUrl.replace('http://127.0.0.1/api/v2', service.url);
  await service.worker();
});
afterAll(async () => {
  await service?.end();
  await stripe?.stop();
});

interface Item {
  ID: number;
  status: string;
  payment: { status: string; url: string; reference: string | null; refunded: number };
}
const read = async (id: number) => (await service.call('GET', `/items/${id}`)).body as Item;
const sessionOf = ({ payment }: Item) => stripe.ledger.sessions.find(({ id }) => id === payment.reference);

/** An item that its owner has ordered, and the page on which it is paid. */
async function ordered(): Promise<Item> {
  const owner = { contactEmail: 'anna@example.com' };
  const item = { item: 'Key', location: 'Bar', departuredDate: '2026-11-20 11:00:00', locationID: 'demo:1', shipping: {}, owner };
  const { ID } = (await service.call('POST', '/items', item)).body as Item;
  const address = { city: 'Hamburg', countryID: 'DE' };
  return (await service.call('PUT', `/items/${ID}/response`, { response: 'ship', address })).body as Item;
}

/** Presses *Pay* on the guest's page. @returns where that leads; null where there was no answer */
async function goToPay({ payment }: Item): Promise<string | null> {
  const page = `${service.url.replace('/api/v2', '')}${new URL(payment.url).pathname}/pay`;
  const answer = await fetch(page, { method: 'POST', body: new URLSearchParams(), redirect: 'manual' }).catch(() => null);
  return answer?.headers.get('location') ?? null;
}

/** Begins a call, and kills the API that does it. */
async function killedIn(call: () => Promise<unknown>, after: number, api: Awaited<ReturnType<Installation['api']>>) {
  const calling = call().catch(() => null);
  await new Promise((resolve) => setTimeout(resolve, after));
  await api.kill();
  await calling;
  return service.api();
}

describe('an API that is killed', () => {
  it('leads a guest to one page, and gives back what was paid once, whenever that is', async () => {
    let api = service.firstApi;
    for (const after of DEATHS) {
      const item = await ordered();
      api = await killedIn(() => goToPay(item), after, api);
      const led = await goToPay(item);
      const open = await read(item.ID);
      expect(led, `after ${after} ms`).toBe(sessionOf(open)?.url);
      stripe.pay(sessionOf(open)!);
      await stripe.outbox.settled();
      expect(await read(item.ID)).toMatchObject({ status: 'shipment-paid', payment: { status: 'paid' } });
      const refund = () => service.call('POST', `/items/${item.ID}/payment/refund`, { amount: 4.5, reason: 'Lost' });
      api = await killedIn(refund, after, api);
      const again = await refund();
      expect([200, 503], `after ${after} ms`).toContain(again.status);
      await vi.waitFor(async () => expect((await read(item.ID)).payment.refunded).toBe(4.5), { timeout: 50_000, interval: 100 });
      const { payment_intent } = sessionOf(await read(item.ID))!;
      const given = stripe.ledger.refunds.filter((one) => one.payment_intent === payment_intent);
      expect(
        given.map(({ amount }) => amount),
        `after ${after} ms`,
      ).toEqual([450]);
    }
  });

  it('after it was paid for what is withdrawn leaves it to the worker, which gives it back once, killed as well', async () => {
    const item = await ordered();
    await goToPay(item);
    const session = sessionOf(await read(item.ID))!;
    stripe.fail('slow', 'POST /v1/refunds', 5);
    const worker = await service.worker();
    await service.call('PUT', `/items/${item.ID}/response`, { response: 'leave' });
    stripe.pay(session);
    await vi.waitFor(() => expect(stripe.seen('POST /v1/refunds').at(-1)?.body).toMatchObject({ amount: '990' }), {
      timeout: 50_000,
      interval: 10,
    });
    await worker.kill();
    const given = () => stripe.ledger.refunds.filter((one) => one.payment_intent === session.payment_intent);
    const states = () => service.rows<{ state: string }>(`select state from payment_refunds where kind = 'return'`);
    await vi.waitFor(async () => expect(await states()).toEqual([{ state: 'done' }]), { timeout: 90_000, interval: 100 });
    expect(given().map(({ amount }) => amount)).toEqual([990]);
  });
});
