import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuestService, startGuestService } from './guests.js';

let service: GuestService;
beforeAll(async () => {
  service = await startGuestService();
});
afterAll(() => service?.stop());

const HOME = { recipient: 'Anna Schmidt', address: 'Hauptstraße 5', zipCode: '20095', city: 'Hamburg', countryID: 'DE' };
const THINGS = ['Scarf', 'Phone', 'Left shoe'];
let guests = 0;

/** A guest of a new Location, of whom three things were found there, and the page of them all. */
async function guestOf({ rates, changes = {} }: { rates?: object; changes?: object } = {}) {
  const locationID = await service.location({ storageAfterItemStorageDays: 7 });
  if (rates) await service.call('PUT', `/locations/${locationID}/shipping`, rates);
  const contact = `guest${++guests}@example.com`;
  const IDs: number[] = [];
  for (const item of THINGS)
    IDs.push((await service.suitcase({ locationID, item, owner: { contactEmail: contact }, ...changes })).ID);
  const path = service.pathTo('finds', IDs[0]!, { contact });
  const visit = async (step = '', form?: Record<string, string>) => {
    const answer = await fetch(service.url + path + step, form && { method: 'POST', body: new URLSearchParams(form) });
    return { status: answer.status, text: await answer.text() };
  };
  const records = () => Promise.all(IDs.map(async (ID) => (await service.call('GET', `/items/${ID}`)).body));
  return { IDs, items: IDs.join(','), path, visit, records, statuses: async () => (await records()).map(({ status }) => status) };
}

const shownIn = (text: string) => [...text.matchAll(/<strong>([^<]+)<\/strong><span>/g)].map(([, name]) => name);
const priced = (paidBy: string, ...rates: object[]) => ({ paidBy, currency: 'EUR', rates });

describe('the page of several finds', () => {
  it('keeps their order whatever is answered', async () => {
    const { IDs, visit } = await guestOf({ changes: { customStorageDays: 30 } });
    await service.call('PUT', `/items/${IDs[1]}`, { customStorageDays: 5 });
    await service.call('PUT', `/items/${IDs[0]}/response`, { response: 'pickup' });
    expect(shownIn((await visit()).text).slice(0, 3)).toEqual(THINGS);
  });

  it('offers one answer while more than one is open', async () => {
    const { IDs, path, visit } = await guestOf();
    for (const step of ['collect', 'send']) expect((await visit()).text).toContain(`href="${path}/${step}"`);
    for (const ID of IDs.slice(1)) await service.call('PUT', `/items/${ID}/response`, { response: 'leave' });
    expect((await visit()).text).not.toContain('One answer for all of them');
    expect((await visit('/leave')).status).toBe(404);
    expect((await visit('/leave', {})).status).toBe(404);
  });
});

describe('“collect all of them”', () => {
  it('says until when each is kept, and is answered by the form alone', async () => {
    const { IDs, items, visit, statuses } = await guestOf();
    await service.call('PUT', `/items/${IDs[2]}`, { customStorageDays: 2 });
    const asked = await visit('/collect');
    expect(asked.text).toContain(`name="items" value="${items}"`);
    expect(asked.text.match(/We will keep it for you until/g)).toHaveLength(3);
    expect(await statuses()).toEqual(Array(3).fill('waiting-response'));
    expect((await visit('/collect', { items })).text).toContain('We found several things');
    expect(await statuses()).toEqual(Array(3).fill('pickup-by-guest'));
  });

  it('leaves what was found since alone, and what is another’s', async () => {
    const [mine, other] = [await guestOf(), await guestOf()];
    const two = mine.IDs.slice(0, 2).join(',');
    await mine.visit('/collect', { items: `${two},${other.items},x` });
    expect(await mine.statuses()).toEqual(['pickup-by-guest', 'pickup-by-guest', 'waiting-response']);
    expect(await other.statuses()).toEqual(Array(3).fill('waiting-response'));
  });

  it('says which could not be answered any more, and answers the others', async () => {
    const { IDs, items, visit, statuses } = await guestOf();
    await service.call('PUT', `/items/${IDs[1]}/status`, { status: 'finished' });
    const told = await visit('/collect', { items });
    expect(told.status).toBe(409);
    expect(told.text).toContain('Your answer could not be recorded for:');
    expect(shownIn(told.text)).toEqual(['Phone']);
    expect(await statuses()).toEqual(['pickup-by-guest', 'finished', 'pickup-by-guest']);
  });
});

describe('“send all of them”', () => {
  it('takes one address for all, at once where the Location pays', async () => {
    const rate = { countries: ['DE'], weightID: null, price: 9.9, days: '2–3' };
    const { items, visit, records } = await guestOf({ rates: priced('location', rate) });
    expect((await visit('/send')).text).toContain(`name="items" value="${items}"`);
    const wrong = await visit('/send', { ...HOME, items, zipCode: '' });
    expect(wrong.status).toBe(422);
    expect(wrong.text).toContain(`name="items" value="${items}"`);
    await visit('/send', { ...HOME, items });
    for (const { status, owner, payment } of await records()) {
      expect(owner.address).toMatchObject({ address: 'Hauptstraße 5', recipient: 'Anna Schmidt' });
      expect([status, payment]).toEqual(['shipment-paid', null]);
    }
  });

  it('lists what each costs, the sum, and that each is paid by itself, and orders at that sum', async () => {
    const rate = { countries: ['DE'], weightID: null, price: 9.9, days: '2–3' };
    const { items, path, visit, records, statuses } = await guestOf({ rates: priced('guest', rate) });
    const order = await visit('/send', { ...HOME, items });
    expect(order.text.match(/€9\.90 · Delivery in 2–3 days/g)).toHaveLength(3);
    for (const said of ['€29.70', 'paid, for each thing by itself', 'Hauptstraße 5', 'Order and pay'])
      expect(order.text).toContain(said);
    const again = await visit('/send', { ...HOME, items, price: '€29.70', change: '1' });
    expect(again.text).toMatch(/name="address" [^>]*value="Hauptstraße 5"/);
    expect((await visit('/send', { ...HOME, items, price: '€9.90' })).text).toContain('€29.70');
    expect((await records()).map(({ payment }) => payment)).toEqual([null, null, null]);
    const ordered = await visit('/send', { ...HOME, items, price: '€29.70' });
    expect(ordered.text.match(/Please pay for shipping: €9\.90/g)).toHaveLength(3);
    expect(ordered.text).not.toContain(`${path}/send`);
    expect((await records()).map(({ payment }) => payment.amount)).toEqual([9.9, 9.9, 9.9]);
    expect(await statuses()).toEqual(Array(3).fill('waiting-response'));
  });

  it('is refused as a whole where one can’t be sent there, which it names', async () => {
    const rates = priced(
      'guest',
      { countries: null, weightID: 3, price: 9.9, days: null },
      { countries: ['DE'], weightID: 1, price: 5, days: null },
    );
    const { IDs, items, visit, statuses } = await guestOf({ rates });
    await service.call('PUT', `/items/${IDs[1]}`, {
      shipping: { weight: { ID: 1 }, dimensions: { fitsInServicePackaging: true } },
    });
    const refused = await visit('/send', { ...HOME, items, countryID: 'NL', zipCode: '1015 CN' });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain('We can’t send this there: Phone');
    expect(await statuses()).toEqual(Array(3).fill('waiting-response'));
    expect((await visit('/send', { ...HOME, items })).text).toContain('€24.80');
  });

  it('says which could not be answered any more', async () => {
    const { IDs, items, visit, statuses } = await guestOf();
    for (const ID of IDs) await service.call('PUT', `/items/${ID}/status`, { status: 'finished' });
    expect(shownIn((await visit('/send', { ...HOME, items })).text)).toEqual(THINGS);
    expect(await statuses()).toEqual(Array(3).fill('finished'));
    expect((await visit('/send', { ...HOME })).text).toContain('We found several things');
  });
});
