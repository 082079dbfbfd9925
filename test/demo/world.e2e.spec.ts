import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Persons } from '#contexts/retention';
import { startDemoWorld } from '../support/demo-world.js';

let demo: Awaited<ReturnType<typeof startDemoWorld>>;
beforeAll(async () => {
  demo = await startDemoWorld();
});
afterAll(() => demo?.stop());

/** Calls the API with the demo's token. */
async function call(method: string, path: string, body?: object) {
  const { url, demo: known } = demo.service;
  const headers = { Authorization: `Bearer ${known.apiToken}`, 'Content-Type': 'application/json' };
  const answer = await fetch(`${url}/api/v2${path}`, { method, headers, body: body && JSON.stringify(body) });
  const said = await answer.json();
  expect(answer.ok, `${method} ${path}: ${JSON.stringify(said)}`).toBe(true);
  // biome-ignore lint/suspicious/noExplicitAny: specs look into records without restating their types
  return said as any;
}

async function push(path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const sent = { method: 'POST', body: new URLSearchParams(form), headers, redirect: 'manual' } as const;
  const answer = await fetch(demo.world.url + path, sent);
  return { status: answer.status, text: await answer.text() };
}

const shown = async () => (await fetch(demo.world.url)).text();
const stays = (room: string) => call('GET', `/locations/demo:1/stays?room=${room}`);

describe('the world around the demo’s hotel', () => {
  it('is not connected by itself: the hotel works as before', async () => {
    expect(await call('GET', '/connections')).toEqual([]);
    expect(await shown()).toContain('Tanaka');
  });

  it('is connected through the API by one call, and once', async () => {
    expect(await push('/connections')).toMatchObject({ status: 303 });
    const connections = await call('GET', '/connections');
    expect(connections.map(({ provider }: { provider: string }) => provider)).toEqual(['sendcloud', 'stripe', 'mews', 'mail']);
    expect(connections).toMatchObject(Array(4).fill({ status: expect.stringMatching(/ok|untested/), locationIDs: ['demo:1'] }));
    expect(await push('/connections')).toMatchObject({ status: 303 });
    expect(await call('GET', '/connections')).toHaveLength(4);
  });

  it('takes nothing from other pages of the browser', async () => {
    expect(await push('/connections', {}, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
  });

  it('has a guest in room 312, whose stay the service reads, and forgets when it is cancelled', async () => {
    await expect.poll(() => stays('312')).toMatchObject([{ guest: { lastName: 'Tanaka', languageCode: 'ja' } }]);
    const cancelled = /action="(\/reservations\/[^"]+)"/.exec((await shown()).split('<td>204</td>')[1]!)![1]!;
    await expect.poll(() => stays('204')).toHaveLength(1);
    expect(await push(cancelled)).toMatchObject({ status: 303 });
    await expect.poll(() => stays('204')).toEqual([]);
  });

  it('leads from a find in room 312 to its owner in Japan: paid, labelled, delivered, answered, given back and forgotten', async () => {
    const [{ guest }] = await stays('312');
    const { languageCode: _, ...owner } = guest;
    const departuredDate = new Date().toISOString().slice(0, 10);
    const found = { item: 'Camera', location: 'Room 312', locationID: 'demo:1', departuredDate, shipping: {}, owner };
    const { ID } = await call('POST', '/items', found);
    await expect.poll(shown).toContain('yuki.tanaka@example.com: ');
    const page = /href="(http[^"]+\/g\/[^"]+)"/.exec((await shown()).split('yuki.tanaka@example.com: ')[1]!)![1]!;

    const home = {
      recipient: 'Yuki Tanaka',
      address: '1-1 Chiyoda',
      zipCode: '100-8111',
      city: 'Chiyoda-ku',
      'state-JP': '13',
      countryID: 'JP',
    };
    const sent = (form: Record<string, string>) =>
      fetch(`${page}/send`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
    const price = /name="price" value="([^"]+)"/.exec(await (await sent(home)).text())![1]!;
    const bank = (await sent({ ...home, price })).headers.get('location')!;
    expect(bank.startsWith(demo.world.stripe.url)).toBe(true);
    expect(await shown()).toContain('19.90 EUR');
    await fetch(bank, { method: 'POST', redirect: 'manual' });
    await expect.poll(() => call('GET', `/items/${ID}`)).toMatchObject({ status: 'shipment-paid', payment: { status: 'paid' } });

    const answer = { to: 'yuki.tanaka@example.com', text: 'Is the lens there as well?' };
    expect(await push('/answers', answer)).toMatchObject({ status: 303 });
    const reply = expect.objectContaining({ direction: 'in', text: answer.text, verified: true });
    await expect.poll(() => call('GET', `/items/${ID}/messages`)).toEqual(expect.arrayContaining([reply]));
    expect(await push('/answers', { to: 'nobody@example.com', text: 'Hello' })).toMatchObject({ status: 409 });

    const customs = { description: 'Camera', value: 120, currency: 'EUR', hsCode: '852589', originCountryID: 'JP' };
    const { shipment } = await call('POST', `/items/${ID}/shipment/label`, { customs });
    const move = (to: string) => push(`/parcels/${shipment.trackingNumber}`, { to });
    const status = async () => (await call('GET', `/items/${ID}`)).status;
    expect([await status(), (await move('announced')).status, await status()]).toEqual([
      'pickup-scheduled',
      303,
      'pickup-scheduled',
    ]);
    // What the carrier says late changes nothing.
    const { outbox } = demo.world.sendcloud;
    outbox.held = true;
    for (const to of ['scanned', 'delivered']) await move(to);
    await outbox.sendAll((events) => events.toReversed());
    expect(await status()).toBe('delivered');

    await call('POST', `/items/${ID}/payment/refund`, { amount: null, reason: 'It came late' });
    const { sendcloud, stripe } = demo.world;
    expect(await shown()).toContain('19.90 EUR back');
    expect([sendcloud.ledger.bought, stripe.ledger.payments, stripe.ledger.refunds].map(({ length }) => length)).toEqual([
      1, 1, 1,
    ]);

    await demo.worker.get(Persons, { strict: false }).erase('yuki.tanaka@example.com', 'demo');
    const left = await Promise.all(['', '/messages', '/history'].map((path) => call('GET', `/items/${ID}${path}`)));
    expect(JSON.stringify(left)).not.toMatch(/Tanaka|Chiyoda|lens/);
    expect(await push('/parcels/1', { to: 'scanned' })).toMatchObject({ status: 409 });
  });

  it('remembers what happened when it is started again', async () => {
    const { mews } = demo.world;
    const states = mews.ledger.reservations.map(({ State }) => State);
    await demo.world.stop();
    const again = await demo.begun().start();
    expect(again.mews.ledger.reservations.map(({ State }) => State)).toEqual(states);
    expect(again.stripe.outbox.url).toContain('/provider-events/');
    await again.stop();
  });
});
