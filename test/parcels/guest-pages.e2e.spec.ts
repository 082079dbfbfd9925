import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConnectionSettings } from '#contexts/connections';
import { FakeSendcloud } from '#fakes';
import { type GuestService, startGuestService } from '../guests/guests.js';
import { AT_ONCE } from '../support/at-once.js';

const HOME = { recipient: 'Anna Schmidt', address: 'Rue 2', zipCode: '75001', city: 'Paris', countryID: 'FR' };
const ABROAD = { ...HOME, zipCode: '8001', city: 'Zürich', countryID: 'CH' };
let sendcloud: FakeSendcloud;
let service: GuestService;

beforeAll(async () => {
  sendcloud = await new FakeSendcloud().start();
  service = await startGuestService({ connections: new ConnectionSettings({ urls: { sendcloud: sendcloud.url }, ...AT_ONCE }) });
  const settings = { publicKey: 'public-key', secretKey: 'secret-key' };
  const { body } = await service.call('POST', '/connections', { provider: 'sendcloud', name: 'Sendcloud', settings });
  sendcloud.outbox.url = `${service.url}${body.eventsUrl}`;
  const shipping = { paidBy: 'guest', currency: 'EUR', rates: [], carrierID: body.ID, pricing: 'carrier', handlingFee: 2.5 };
  await service.call('PUT', `/locations/${service.locationID}/shipping`, shipping);
});
afterAll(async () => {
  await service?.stop();
  await sendcloud?.stop();
});

async function visit(path: string, form?: Record<string, string>): Promise<{ status: number; text: string }> {
  const answer = await fetch(new URL(path, service.url), form && { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, text: await answer.text() };
}

async function found(changes: object = {}) {
  const { ID } = await service.suitcase(changes);
  return { ID: ID as number, page: service.pathTo('item', ID) };
}
const item = async (ID: number) => (await service.call('GET', `/items/${ID}`)).body;

describe('“send it to me” at the carrier’s price', () => {
  it('shows the price that is charged, customs where it passes them, and orders at that', async () => {
    const { ID, page } = await found();
    const order = await visit(`${page}/send`, ABROAD);
    // The cheapest that goes there, and the fee.
    expect(order.text).toContain('€12.45');
    expect(order.text).toContain('pass customs');
    expect((await visit(`${page}/send`, HOME)).text).not.toContain('pass customs');
    sendcloud.services.find(({ code }) => code === 'postnl:standard')!.price = '9.00';
    expect((await visit(`${page}/send`, HOME)).text).toContain('€9.25');
    await visit(`${page}/send`, { ...HOME, price: '€9.25' });
    expect((await item(ID)).payment).toMatchObject({ status: 'open', amount: 9.25, currency: 'EUR' });
  });

  it('says so where no price can be had, and whom to ask, and orders nothing', async () => {
    const { ID, page } = await found();
    sendcloud.fail('500 before', null, 4);
    const { status, text } = await visit(`${page}/send`, HOME);
    expect([status, text]).toEqual([409, expect.stringContaining('nothing was ordered')]);
    expect(text).toMatch(/href="(tel|mailto):/);
    expect(await item(ID)).toMatchObject({ status: 'waiting-response', payment: null });
  });

  it('is not offered for what is never sent', async () => {
    const { page } = await found({ handling: 'perishable' });
    expect((await visit(page)).text).not.toContain(`${page}/send`);
  });

  it('leads to where the parcel is, and says when it is in trouble', async () => {
    const { ID, page } = await found({
      owner: { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna@example.com', address: HOME },
    });
    await service.call('PUT', `/items/${ID}/response`, { response: 'ship' });
    await service.call('PUT', `/items/${ID}/payment`, { status: 'paid' });
    expect((await service.call('POST', `/items/${ID}/shipment/label`, {})).status).toBe(201);
    expect((await visit(page)).text).toContain((await item(ID)).shipment.trackingUrl.replaceAll('&', '&amp;'));
    sendcloud.move(sendcloud.ledger.bought.at(-1)!, 'UNABLE_TO_DELIVER');
    await sendcloud.outbox.settled();
    expect((await visit(page)).text).toContain('reports a problem');
  });
});
