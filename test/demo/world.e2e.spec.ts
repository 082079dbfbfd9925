import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DemoWorld, startDemoWorld } from '../support/demo-world.js';
import { CUSTOMS, fromShelfToDoor, HOME, staysIn } from './door.js';

let demo: DemoWorld;
beforeAll(async () => {
  demo = await startDemoWorld();
});
afterAll(() => demo?.stop());

describe('the world around the demo’s hotel', () => {
  it('is not connected by itself: the hotel works as before', async () => {
    expect(await demo.call('GET', '/connections')).toEqual([]);
    expect(await demo.shown()).toMatch(/Connect the hotel.*Tanaka/s);
  });

  it('is connected through the API by one call, and once', async () => {
    expect(await demo.push('/connections')).toMatchObject({ status: 303 });
    const connections = await demo.call('GET', '/connections');
    expect(connections.map(({ provider }: { provider: string }) => provider)).toEqual(['sendcloud', 'stripe', 'mews', 'mail']);
    expect(connections).toMatchObject(Array(4).fill({ status: expect.stringMatching(/ok|untested/), locationIDs: ['demo:1'] }));
    expect(await demo.push('/connections')).toMatchObject({ status: 303 });
    expect(await demo.call('GET', '/connections')).toHaveLength(4);
    expect(await demo.shown()).not.toContain('Connect the hotel');
  });

  it('takes nothing from other pages of the browser', async () => {
    expect(await demo.push('/connections', {}, { 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
  });

  it('has a guest in room 312, whose stay the service reads, and forgets when it is cancelled', async () => {
    await expect.poll(() => staysIn(demo, '312')).toMatchObject([{ guest: { lastName: 'Tanaka', languageCode: 'ja' } }]);
    const cancelled = /action="(\/reservations\/[^"]+)"/.exec((await demo.shown()).split('<td>204</td>')[1]!)![1]!;
    await expect.poll(() => staysIn(demo, '204')).toHaveLength(1);
    expect(await demo.push(cancelled)).toMatchObject({ status: 303 });
    await expect.poll(() => staysIn(demo, '204')).toEqual([]);
  });

  it('leads from a find in room 312 to its owner in Japan: paid, labelled, delivered, answered, given back and forgotten', async () => {
    await fromShelfToDoor(demo, {
      async find() {
        const [{ guest }] = await staysIn(demo, '312');
        const { languageCode: _, ...owner } = guest;
        const departuredDate = new Date().toISOString().slice(0, 10);
        const found = { item: 'Camera', location: 'Room 312', locationID: 'demo:1', departuredDate, shipping: {}, owner };
        return (await demo.call('POST', '/items', found)).ID;
      },
      async order(page) {
        const sent = (form: Record<string, string>) =>
          fetch(`${page}/send`, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' });
        const price = /name="price" value="([^"]+)"/.exec(await (await sent(HOME)).text())![1]!;
        return (await sent({ ...HOME, price })).headers.get('location')!;
      },
      async pay(bank) {
        await fetch(bank, { method: 'POST', redirect: 'manual' });
      },
      pack: (ID) => demo.call('POST', `/items/${ID}/shipment/label`, { customs: CUSTOMS }),
      async answer(ID, question, text) {
        const messages: { ID: number; text: string | null }[] = await demo.call('GET', `/items/${ID}/messages`);
        const { ID: messageID } = messages.find((message) => message.text === question)!;
        await demo.call('PUT', `/items/${ID}/messages/${messageID}/read`);
        await demo.call('POST', `/items/${ID}/messages`, { kind: 'text', text });
      },
      refund: (ID, reason) => demo.call('POST', `/items/${ID}/payment/refund`, { amount: null, reason }),
    });
    expect(await demo.push('/answers', { to: 'nobody@example.com', text: 'Hello' })).toMatchObject({ status: 409 });
    expect(await demo.push('/parcels/1', { to: 'scanned' })).toMatchObject({ status: 409 });
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
