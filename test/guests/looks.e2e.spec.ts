import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AFTERWARDS } from '#contexts/links';
import { makeRequest } from '../support/records.js';
import { type GuestService, startGuestService } from './guests.js';

let service: GuestService;
beforeAll(async () => {
  service = await startGuestService();
});
afterAll(() => service?.stop());

const get = (path: string) => fetch(service.url + path, { redirect: 'manual' });
const textOf = async (path: string) => (await get(path)).text();
const settings = (locationID: string, changes: object) => service.call('PUT', `/locations/${locationID}/guest-settings`, changes);

async function report(locationID: string, fields: Record<string, string>, query = '') {
  const path = `/lost/${locationID}${query}`;
  const token = /name="token" value="([^"]+)"/.exec(await textOf(path))![1]!;
  const filled = { request: 'Scarf', name: 'Ann', email: 'ann@example.com', ...fields, token };
  return fetch(service.url + path, { method: 'POST', body: new URLSearchParams(filled), redirect: 'manual' });
}

describe('the pages of a house', () => {
  it('carry its name, color and law', async () => {
    const locationID = await service.location({ name: 'Property 7' });
    await settings(locationID, { displayName: 'Hôtel du Lac', color: '#FFE600', privacyUrl: 'https://lac.example/privacy' });
    const page = await textOf(`/lost/${locationID}?lang=fr`);
    expect(page).toContain('Hôtel du Lac');
    expect(page).not.toContain('Property 7');
    expect(page).toContain('<a href="https://lac.example/privacy">');
    const style = /href="(\/guest\.css[^"]*)"/.exec(page)![1]!;
    expect(await textOf(style)).toContain('--brand: #ffe600; --on-brand: #000000');
    for (const wrong of ['?color=red', '?color=ffe600%7D*%7B', '?color=a&color=b'])
      expect(await textOf(`/guest.css${wrong}`)).toBe(await textOf('/guest.css'));
  });

  it('write its address as its country does, and give a file for the calendar once it is to be collected', async () => {
    const locationID = await service.location({
      name: 'Harbour View',
      address: { address: 'George Street', addressNumber: '201', city: 'Sydney', zipCode: '2000', countryID: 'AU', state: 'NSW' },
    });
    const { ID } = await service.suitcase({ locationID });
    const path = service.pathTo('item', ID);
    expect((await get(`${path}/calendar`)).status).toBe(404);
    await service.call('PUT', `/items/${ID}/response`, { response: 'pickup' });
    const page = await textOf(path);
    expect(page).toContain('201 George Street<br>Sydney NSW 2000<br>Australia');
    expect(page).toContain('https://www.openstreetmap.org/search?query=201%20George%20Street');
    const file = await get(`${path}/calendar`);
    expect(file.headers.get('content-type')).toContain('text/calendar');
    expect(file.headers.get('content-disposition')).toBe('attachment; filename=collect.ics');
    expect(await file.text()).toContain('SUMMARY:Last day to collect from Harbour View');
  });

  it('say when each step of a shipment was, and lead to the carrier', async () => {
    const { ID } = await service.suitcase();
    const address = { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' };
    await service.call('PUT', `/items/${ID}/response`, { response: 'ship', address });
    await service.call('POST', `/items/${ID}/shipment`, { status: 'in-route', carrier: 'DHL', trackingNumber: '0034043416' });
    const page = await textOf(service.pathTo('item', ID));
    expect(page.match(/<time datetime="\d{4}-\d\d-\d\d">/g)!.length).toBeGreaterThanOrEqual(2);
    expect(page).toMatch(/<a href="https:\/\/www\.dhl\.com\/[^"]*0034043416" rel="noreferrer">0034043416<\/a>/);
  });

  it('say before the answer what sending costs, and how long it takes', async () => {
    const locationID = await service.location();
    const rate = (countries: string[] | null, price: number, days: string) => ({ countries, weightID: null, price, days });
    const offerOf = async (rates: object[], owner: object) => {
      await service.call('PUT', `/locations/${locationID}/shipping`, { paidBy: 'guest', currency: 'EUR', rates });
      const { ID } = await service.suitcase({ locationID, owner: { contactEmail: 'anna@example.com', ...owner } });
      return /<span class="price">([^<]*)/.exec(await textOf(service.pathTo('item', ID)))?.[1];
    };
    const rates = [rate(['DE'], 9.9, '2–3'), rate(null, 39, '7')];
    expect(await offerOf(rates, {})).toBe('Shipping costs: from €9.90');
    expect(await offerOf(rates, { address: { countryID: 'FR' } })).toBe('Shipping costs: €39.00 · Delivery in 7 days');
    expect(await offerOf([rate(null, 0, '3')], {})).toBe('Shipping costs: free of charge · Delivery in 3 days');
    expect(await offerOf([], {})).toBeUndefined();
  });
});

describe('a genuine link that leads nowhere any more', () => {
  it('says which house to call, and one that was made up does not', async () => {
    const { ID } = await service.suitcase();
    const made = await makeRequest(service.call, service.locationID, { request: 'Shoes' });
    await service.call('DELETE', `/requests/${made.ID}`);
    const expired = new Date(service.clock.now().getTime() - AFTERWARDS - 1000);
    const links = {
      mistaken: service.pathTo('item', ID, { contact: 'mistaken@example.com' }),
      expired: service.pathTo('item', ID, { endsAt: expired }),
      withdrawn: service.pathTo('request', made.ID, { contact: null }),
    };
    for (const [name, path] of Object.entries(links)) {
      const page = await textOf(path);
      expect(page, name).toContain('Grand Hotel am Hafen');
      expect(page, name).toContain('href="tel:+31207654321"');
      expect(page, name).not.toMatch(/suitcase|Anna/);
    }
    const madeUp = await textOf(`/g/${'A'.repeat(66)}`);
    expect(madeUp).not.toContain('Grand Hotel');
    expect(madeUp).toContain('open the complete link if it came in a message');
  });
});

describe('the form for what was lost', () => {
  it.each([
    ['DE', '040 123456', '+49 40123456'],
    ['DE', '0049 40 123456', '+49 40123456'],
    ['DE', '+31 20 123 4567', '+31 201234567'],
    ['NL', '020 123 4567', '+31 201234567'],
    ['DE', '＋81 90 1234 5678', '+81 9012345678'],
    ['DE', '＋４９１７０１２３４５６７', '+49 1701234567'],
  ])('takes in %s the telephone number %s, and shows what it became', async (countryID, phoneNumber, stored) => {
    const locationID = await service.location({
      address: { address: 'Hauptstraße', addressNumber: '5', city: 'Hamburg', zipCode: '20095', countryID, state: null },
    });
    const answer = await report(locationID, { phoneNumber, email: '' });
    expect(answer.status).toBe(303);
    const shown = async () => (await fetch(new URL(answer.headers.get('location')!, service.url))).text();
    expect(await shown()).toContain(stored);
    const [made] = (await service.call('GET', `/locations/${locationID}/requests`)).body.requests;
    expect(made.owner.phoneNumber).toBe(stored);
    service.clock.forward(1);
    expect(await shown()).not.toContain(stored);
  });

  it('takes no departure later than tomorrow', async () => {
    const locationID = await service.location();
    const day = (days: number) => new Date(service.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    expect((await report(locationID, { departuredDate: day(1) })).status).toBe(303);
    const refused = await report(locationID, { departuredDate: day(2) });
    expect(refused.status).toBe(422);
    const page = await refused.text();
    expect(page).toContain('This date is in the future.');
    expect(page).toContain('<title>Error: I lost something');
  });

  it('tells staff the room and the reservation', async () => {
    const locationID = await service.location();
    await report(locationID, { room: '312', reservationNumber: 'R-77', location: 'Behind the curtain' });
    const [made] = (await service.call('GET', `/locations/${locationID}/requests`)).body.requests;
    expect(made.location.split('\n')).toEqual(['Room 312', 'Behind the curtain', 'Reservation number R-77']);
  });

  it('is listed by search engines only where the hotel wants it', async () => {
    const locationID = await service.location();
    const listed = async (path: string) => {
      const answer = await get(path);
      return !answer.headers.has('x-robots-tag') && !(await answer.text()).includes('noindex');
    };
    expect(await listed(`/lost/${locationID}`)).toBe(false);
    await settings(locationID, { indexed: true });
    expect(await listed(`/lost/${locationID}`)).toBe(true);
    expect(await listed(`/lost/${locationID}?embed=1`)).toBe(false);
    expect(await listed(`/found/${locationID}`)).toBe(false);
    expect(await textOf('/robots.txt')).toContain('Allow: /lost/');
  });

  it('is framed by the site of the hotel and by no other, where it was asked for within one', async () => {
    const framedBy = async (path: string) => {
      const { headers } = await get(path);
      return [/frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy')!)![1], headers.has('x-frame-options')];
    };
    const { locationID } = service;
    expect(await framedBy(`/lost/${locationID}`)).toEqual(["'none'", true]);
    expect(await framedBy(`/lost/${locationID}?embed=1`)).toEqual(['https://hotel.example.com', false]);
    expect(await framedBy(`/lost/${await service.location()}?embed=1`)).toEqual(["'none'", true]);
    expect(await framedBy(`/found/${locationID}?embed=1`)).toEqual(["'none'", true]);
    const made = await report(locationID, {}, '?embed=1');
    expect([made.status, made.headers.get('content-security-policy')]).toEqual([
      200,
      expect.stringContaining('https://hotel.example.com'),
    ]);
    expect(await made.text()).toMatch(/<a class="button" href="\/g\/[\w-]+" target="_blank"/);
  });
});
