import { describe, expect, it, vi } from 'vitest';
import { callsWith } from '../support/call.js';
import { makeRequest, UMBRELLA } from '../support/records.js';
import { serveApi } from '../support/service.js';
import {
  eventually,
  isTold,
  lastTo,
  linkIn,
  locationID,
  mail,
  newOwner,
  page,
  service,
  telling,
  texts,
  told,
} from './telling.js';

telling();

// First, as the others put the clock forward by days, and the seconds that finds wait for each other are gone then.
describe('finds of one owner', () => {
  it('go out as one message with one page, each at its own Location', async () => {
    const { app, url } = await serveApi({ ...service.options, findsTogether: 3_000 });
    const call = callsWith(url, service.token);
    const owner = newOwner();
    const elsewhere = await service.location({ name: 'Other Hotel' });
    const shouted = owner.toUpperCase().replace('@GUEST.EXAMPLE', '@guest.example');
    const found = [
      ['Umbrella', locationID, owner],
      ['Red scarf', locationID, shouted],
      ['Phone <b>', locationID, owner],
      ['Hat', elsewhere, owner],
    ] as const;
    // At once, as a busy machine might take longer than these seconds for one after the other.
    await Promise.all(
      found.map(([item, at, contactEmail]) =>
        call('POST', '/items', { ...UMBRELLA, item, locationID: at, owner: { firstName: 'Anna', contactEmail } }),
      ),
    );
    expect(told(owner)).toEqual([]);
    await eventually(() => expect(mail.received.filter(({ to }) => to.toLowerCase() === owner)).toHaveLength(2));
    await app.close();
    const received = mail.received.filter(({ to }) => to.toLowerCase() === owner).map(({ email }) => email);
    const three = received.find(({ subject }) => subject!.startsWith('Harbour Hotel'))!;
    expect(three.subject).toBe('Harbour Hotel: we found 3 things of yours');
    for (const thing of ['Umbrella', 'Red scarf', 'Phone <b>']) expect(three.text).toContain(thing);
    expect(three.text).not.toContain('Hat');
    const { status, html } = await page(linkIn(three.text));
    expect(status).toBe(200);
    expect([...html.matchAll(/href="(\/g\/[\w-]+)"/g)]).toHaveLength(3);
    expect(html).toContain('Phone &lt;b&gt;');
    const [, first] = /href="(\/g\/[\w-]+)"/.exec(html)!;
    expect((await page(`https://lost.example${first}`)).html).toContain('I’ll collect it');
    const rows = await service.sql("select status, attempts from messages where location_id = $1 and kind = 'item-found'", [
      locationID,
    ]);
    expect(rows).toEqual(Array(3).fill({ status: 'sent', attempts: 1 }));
  });
});

describe('an owner', () => {
  it('is told that the answer was received, also where staff record it, and then where the parcel is', async () => {
    const owner = newOwner();
    const { ID } = await service.item(locationID, { owner: { firstName: 'Anna', contactEmail: owner } });
    await isTold(owner, /found something/);
    const address = { address: 'Street 1', city: 'Ghent', countryID: 'BE', zipCode: '9000' };
    await service.call('PUT', `/items/${ID}/response`, { response: 'ship', address });
    await isTold(owner, /found something/, /received your answer/);
    expect(lastTo(owner).text).toContain('We will send it to you.');
    await service.call('POST', `/items/${ID}/shipment`, { status: 'in-route', carrier: 'DHL Express', trackingNumber: 'JD 01' });
    await isTold(owner, /found something/, /received your answer/, /on its way/);
    const { text, html } = lastTo(owner);
    for (const form of [text, html])
      expect(form).toContain('https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD%2001');
  });

  it('who answers on a page is told by every contact that is known', async () => {
    const owner = newOwner();
    await service.item(locationID, { owner: { contactEmail: owner, phoneNumber: '+31612340001' } });
    await isTold(owner, /found something/);
    const link = linkIn(lastTo(owner).text);
    expect((await page(`${link}/leave`, 'POST', new URLSearchParams())).status).toBe(303);
    await isTold(owner, /found something/, /received your answer/);
    const sms = () => texts.filter((url) => url.searchParams.get('to') === '+31612340001');
    await eventually(() => expect(sms()).toHaveLength(1));
    const text = sms()[0]!.searchParams.get('text')!;
    expect(text).toMatch(/^Harbour Hotel: we received your answer: you leave it\. .* https:\/\/lost\.example\/g\/[\w-]{26,30}$/);
    expect(text.length).toBeLessThanOrEqual(160);
    expect((await page(linkIn(text))).status).toBe(200);
  });

  it('is reminded before storage ends, once each time, and not of what was past at registration', async () => {
    const place = await service.location();
    await service.call('PUT', `/locations/${place}/guest-settings`, { reminderDays: [6, 4, 2] });
    const owner = newOwner();
    const { ID } = await service.item(place, { customStorageDays: 5, owner: { contactEmail: owner } });
    const answered = newOwner();
    const other = await service.item(place, { customStorageDays: 5, owner: { contactEmail: answered } });
    const rates = [{ countries: null, weightID: null, price: 9.9, days: '2' }];
    await service.call('PUT', `/locations/${place}/shipping`, { paidBy: 'guest', currency: 'EUR', rates });
    const paying = newOwner();
    const ordered = await service.item(place, { customStorageDays: 5, owner: { contactEmail: paying } });
    for (const one of [owner, answered, paying]) await isTold(one, /found something/);
    await service.call('PUT', `/items/${ordered.ID}/response`, {
      response: 'ship',
      address: { address: 'Street 1', city: 'Ghent', countryID: 'BE', zipCode: '9000' },
    });
    await isTold(paying, /found something/, /received your answer/);
    await service.call('PUT', `/items/${other.ID}/response`, { response: 'pickup' });
    await isTold(answered, /found something/, /received your answer/);
    service.clock.forward(1.1);
    await isTold(owner, /found something/, /we are keeping your item until/);
    expect(lastTo(owner).headers.find(({ key }) => key === 'list-unsubscribe')).toBeDefined();
    service.clock.forward(0.5);
    const probe = newOwner();
    await service.item(place, { owner: { contactEmail: probe } });
    await isTold(probe, /found something/);
    expect(told(owner)).toHaveLength(2);
    service.clock.forward(1.6);
    await isTold(owner, /found something/, /we are keeping your item until/, /we are keeping your item until/);
    for (const one of [answered, paying]) expect(told(one)).toHaveLength(2);
    const kinds = (await service.call('GET', `/items/${ID}/messages`)).body.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(['item-reminder', 'item-reminder', 'item-found']);
  });
});

describe('a guest whose report was matched to an item without owner', () => {
  it('is reminded of the item like an owner, and not of what was past at the match', async () => {
    const place = await service.location();
    await service.call('PUT', `/locations/${place}/guest-settings`, { reminderDays: [4, 2] });
    const guest = newOwner();
    const { ID: itemID } = await service.item(place, { customStorageDays: 5, owner: {} });
    const report = { request: 'Umbrella', owner: { name: 'Bo Berg', email: guest } };
    const { ID } = await makeRequest(service.call, place, report);
    // Not sent once the report is matched.
    await isTold(guest, /received your report/);
    service.clock.forward(2);
    expect((await service.call('PUT', `/requests/${ID}/match`, { itemID })).status).toBe(200);
    await isTold(guest, /received your report/, /good news/);
    service.clock.forward(1.1);
    await isTold(guest, /received your report/, /good news/, /we are keeping your item until/);
    expect(lastTo(guest).text).toContain('Dear Bo Berg,');
    expect((await page(linkIn(lastTo(guest).text))).html).toContain('I’ll collect it');
    service.clock.forward(0.5);
    const probe = newOwner();
    await service.item(place, { owner: { firstName: 'Prue', lastName: 'Obe', contactEmail: probe } });
    await isTold(probe, /found something/);
    expect(lastTo(probe).text).toContain('Dear Prue Obe,');
    expect(told(guest)).toHaveLength(3);
  });
});

describe('an owner who answers on a page', () => {
  it('is written to in the language that the page was in, later too', async () => {
    const owner = newOwner();
    const { ID } = await service.item(locationID, { owner: { contactEmail: owner } });
    await isTold(owner, /found something/);
    const link = linkIn(lastTo(owner).text).replace('https://lost.example', service.url);
    const answer = (step: string, headers = {}) =>
      fetch(`${link}/${step}`, { method: 'POST', body: new URLSearchParams(), headers, redirect: 'manual' });
    expect((await answer('leave', { 'accept-language': 'de-AT, en;q=0.5' })).status).toBe(303);
    await isTold(owner, /found something/, /Ihre Antwort/);
    expect((await answer('take-back?lang=nl')).status).toBe(303);
    await service.call('POST', `/items/${ID}/messages`, { kind: 'resend' });
    await vi.waitFor(() => expect(lastTo(owner).subject).toMatch(/gevonden/), { timeout: 50_000 });
  });
});

describe('a guest who reports a loss', () => {
  it('is told that the report was received, with the link to it, and at last that nothing was found', async () => {
    const guest = newOwner();
    const { ID } = await makeRequest(service.call, locationID, { request: 'Red scarf', owner: { name: 'Bo', email: guest } });
    await isTold(guest, /received your report/);
    expect((await page(linkIn(lastTo(guest).text))).html).toContain('Red scarf');
    await service.call('PUT', `/requests/${ID}/status`, { status: 'not-found' });
    await isTold(guest, /received your report/, /about what you lost/);
  });
});
