import { mkdirSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MailServer } from '../messages/mail-server.js';
import { phone, startBrowser } from '../support/browser.js';
import { makeRequest } from '../support/records.js';
import { startWorker } from '../support/worker.js';
import { type GuestService, startGuestService } from './guests.js';

/** Where pictures of the pages on the way are kept for whoever wants to look at them; none without it. */
const PICTURES = process.env.GUEST_PAGE_PICTURES;
const PUBLIC = 'https://lost.example';

/** What happens between a hotel and its guests, through real mail and a real browser, without scripts, on a phone of 390 × 844. */
describe('by mail and telephone', () => {
  let service: GuestService;
  let mail: MailServer;
  let worker: INestApplicationContext;
  let browser: Browser;
  let page: Page;
  let locationID: string;
  let desk: string;
  let people = 0;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startGuestService({ publicUrl: PUBLIC, findsTogether: 1_000 }), startBrowser()]);
    mail = await MailServer.open(() => null);
    const ways = {
      smtpUrl: mail.url,
      from: 'Lost and Found <lost@service.example>',
      smsUrl: null,
      folder: null,
      schedule: [300],
    };
    worker = await startWorker(service.options, {}, ways);
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await worker?.close();
    await mail?.close();
    await service?.stop();
  });
  beforeEach(async () => {
    desk = `desk${++people}@hotel.example`;
    const contactDetails = { contactPerson: 'Ann', contactEmail: desk, contactEmailCC: null, phoneNumber: '+31 10 1' };
    locationID = await service.location({ name: 'Harbour Hotel', contactDetails });
    page = await (await phone(browser)).newPage();
    await page.setViewportSize({ width: 390, height: 844 });
  });
  afterEach(() => page.context().close());

  const newGuest = () => `guest${++people}@example.com`;
  const isTold = (to: string, ...subjects: RegExp[]) =>
    vi.waitFor(
      () => {
        const told = mail.to(to).map(({ subject }) => subject!);
        expect(told).toHaveLength(subjects.length);
        for (const [index, subject] of subjects.entries()) expect(told[index]).toMatch(subject);
      },
      { timeout: 50_000, interval: 100 },
    );
  const textTo = (to: string) => mail.to(to).at(-1)!.text!;
  /** Opens the link of the last mail, as it is written in the plain text. */
  const follow = async (to: string) => {
    const link = new RegExp(`${PUBLIC}/g/[\\w-]+`).exec(textTo(to))![0];
    return (await page.goto(link.replace(PUBLIC, service.url)))!.status();
  };
  const heading = () => page.locator('h1').textContent();
  const choose = async (name: string) => {
    await page.getByRole('link', { name }).click();
    await page.getByRole('button').click();
  };
  const picture = async (name: string) => {
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/story-${name}.png`, fullPage: true });
  };
  const record = async (ID: number) => (await service.call('GET', `/items/${ID}`)).body;
  const fill = async (fields: Record<string, string>) => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label).fill(value);
  };

  it('a report is matched to an item without owner and sent; the guest hears of each step, the hotel of the answer', async () => {
    const guest = newGuest();
    await page.goto(`${service.url}/lost/${locationID}?lang=en`);
    await fill({ 'What did you lose?': 'Blue umbrella', 'Your name': 'Bo Berg', Email: guest });
    await page.getByRole('button').click();
    await isTold(guest, /received your report/);
    await isTold(desk, /news from guests/);
    expect(await follow(guest)).toBe(200);
    const [{ ID }] = (await service.call('GET', `/locations/${locationID}/requests`)).body.requests;
    const { ID: itemID } = await service.suitcase({ locationID, owner: {} });
    await service.call('PUT', `/requests/${ID}/match`, { itemID });
    await isTold(guest, /received your report/, /good news/);
    await follow(guest);
    await page.getByRole('link', { name: 'See what we found' }).click();
    await page.getByRole('link', { name: 'Send it to me' }).click();
    expect(await page.getByLabel('Name of the recipient').inputValue()).toBe('Bo Berg');
    await picture('send');
    await fill({ 'Street and number': '1 Main St', Postcode: '60601', 'Town or city': 'Chicago' });
    await page.getByLabel('Country').selectOption('US');
    expect(await page.locator('label[for=state-US]').textContent()).not.toContain('optional');
    await page.locator('#state-US').selectOption('IL');
    await page.getByRole('button').click();
    expect(await heading()).toBe('We will send it to you');
    const { owner, status } = await record(itemID);
    expect([status, owner]).toEqual([
      'shipment-paid',
      expect.objectContaining({ firstName: 'Bo', lastName: 'Berg', contactEmail: guest }),
    ]);
    expect(owner.address).toMatchObject({ recipient: 'Bo Berg', zipCode: '60601', state: 'IL' });
    await isTold(desk, /news/, /news/);
    expect(textTo(desk)).toContain(`Item ${itemID} (Burgundy suitcase`);
    await service.call('POST', `/items/${itemID}/shipment`, { status: 'in-route', carrier: 'DHL', trackingNumber: 'JD 1' });
    await isTold(guest, /report/, /good news/, /received your answer/, /on its way/);
    expect(textTo(guest)).toContain('https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD%201');
    await follow(guest);
    await picture('tracking');
    await service.call('POST', `/items/${itemID}/shipment`, { status: 'delivered' });
    await isTold(guest, /report/, /good news/, /received your answer/, /on its way/, /delivered/);
  });

  it('“not mine” on a match goes on looking for what was lost', async () => {
    const guest = newGuest();
    const { ID } = await makeRequest(service.call, locationID, { request: 'Gold ring', owner: { name: 'Ada', email: guest } });
    // A report that is matched before it is confirmed is told of the match alone.
    await isTold(guest, /received your report/);
    const { ID: itemID } = await service.suitcase({ locationID, owner: {} });
    await service.call('PUT', `/requests/${ID}/match`, { itemID });
    await isTold(guest, /received your report/, /good news/);
    await follow(guest);
    await page.getByRole('link', { name: 'See what we found' }).click();
    await choose('That’s not mine');
    expect(await heading()).toBe('Your report');
    expect(await page.locator('main').textContent()).toContain('We are looking');
    expect((await service.call('GET', `/requests/${ID}`)).body).toMatchObject({ status: 'registered', matchedItemID: null });
    expect(await record(itemID)).toMatchObject({ status: 'contact-missing', owner: { contactEmail: null } });
  });

  it('a typing error in the address is corrected, and whom it reached sees nothing any more', async () => {
    const [wrong, right] = [newGuest(), newGuest()];
    const { ID } = await service.suitcase({ locationID, owner: { contactEmail: wrong } });
    await isTold(wrong, /found something/);
    await service.call('PUT', `/items/${ID}`, { owner: { contactEmail: right } });
    await isTold(right, /found something/);
    expect(await follow(right)).toBe(200);
    expect(await follow(wrong)).toBe(410);
    expect(await page.locator('main').textContent()).toContain('Harbour Hotel');
    await picture('closed');
  });

  it('three finds are one mail and one page, and each has an answer that can still be changed', async () => {
    const guest = newGuest();
    const owner = { firstName: 'Tom', lastName: 'Teal', contactEmail: guest };
    const finds = [];
    for (const item of ['Scarf', 'Phone', 'Left shoe']) finds.push((await service.suitcase({ locationID, item, owner })).ID);
    await isTold(guest, /we found 3 things of yours/);
    await follow(guest);
    expect(await page.locator('ul.choices:not(.answers) a.choice').count()).toBe(3);
    await picture('finds');
    await page.getByRole('link', { name: 'Scarf' }).click();
    await choose('I’ll collect it');
    await isTold(guest, /3 things/, /received your answer/);
    await page.getByRole('link', { name: 'Send it to me' }).click();
    await fill({ 'Street and number': 'Hauptstraße 5', Postcode: '20095', 'Town or city': 'Hamburg' });
    await page.getByLabel('Country').selectOption('DE');
    await page.getByRole('button').click();
    expect((await record(finds[0]!)).status).toBe('shipment-paid');
    await choose('I’ll collect it');
    expect((await record(finds[0]!)).status).toBe('pickup-by-guest');
    await picture('collect');
    await isTold(guest, /3 things/, /your answer/, /your answer/, /your answer/);
    await page.goto(service.url + service.pathTo('item', finds[2]!, { contact: guest }));
    await choose('Leave it');
    await page.getByRole('button', { name: 'I want it back after all' }).click();
    expect((await record(finds[2]!)).status).toBe('waiting-response');
  });

  it('a guest without the link gets it at the known address, and a stranger gets nothing', async () => {
    const guest = newGuest();
    const owner = { firstName: 'Max', lastName: 'van der Müller', contactEmail: guest, reservationNumber: 'HH-77 1' };
    await service.suitcase({ locationID, owner });
    await isTold(guest, /found something/);
    await page.goto(`${service.url}/found/${locationID}`);
    await fill({ 'Your surname': 'Mueller', 'Reservation number': 'HH771' });
    await page.getByRole('button').click();
    expect(await page.getByRole('status').textContent()).toContain('we have just sent the link');
    expect(await page.locator('main').textContent()).not.toContain('suitcase');
    await isTold(guest, /found something/, /found something/);
    expect(await follow(guest)).toBe(200);
  });
});
