import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contrastOf, faultsOf, isAsked, phone, startBrowser } from '../support/browser.js';
import { makeRequest } from '../support/records.js';
import { type GuestService, LANGUAGES, startGuestService } from './guests.js';

/** Where pictures of all pages are kept for whoever wants to look at them; none without it. */
const PICTURES = process.env.GUEST_PAGE_PICTURES;

describe('every guest page', () => {
  let service: GuestService;
  let browser: Browser;
  const pages: Record<string, { path: string; fill?: (page: Page) => Promise<void> }> = {};
  beforeAll(async () => {
    [service, browser] = await Promise.all([startGuestService(), startBrowser()]);
    // So that a header says which address a guest comes from: one looks nothing up twelve times over.
    service.app.getHttpAdapter().getInstance().set('trust proxy', 1);
    const late = (await service.suitcase({ customStorageDays: 1 })).ID;
    service.clock.forward(2);
    const item = service.pathTo('item', (await service.suitcase()).ID);
    const answered = async (response: string, address?: object) => {
      const { ID } = await service.suitcase();
      const { status } = await service.call('PUT', `/items/${ID}/response`, { response, ...(address && { address }) });
      expect(status).toBe(200);
      return ID;
    };
    const sent = await answered('ship', { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' });
    await service.call('POST', `/items/${sent}/shipment`, { status: 'in-route', carrier: 'DHL', trackingNumber: '0034043416' });
    const shipped = async (...statuses: string[]) => {
      const ID = await answered('ship', { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' });
      for (const status of statuses)
        await service.call('POST', `/items/${ID}/shipment`, { status, carrier: 'DHL', trackingNumber: '1' });
      return service.pathTo('item', ID);
    };
    const finished = await answered('pickup');
    await service.call('PUT', `/items/${finished}/status`, { status: 'finished' });
    const dear = await service.location();
    const rate = { countries: null, weightID: null, price: 9.9, days: '2–3' };
    await service.call('PUT', `/locations/${dear}/shipping`, { paidBy: 'guest', currency: 'EUR', rates: [rate] });
    const home = { recipient: 'Anna Schmidt', address: 'Hauptstraße 5', city: 'Hamburg', zipCode: '20095' };
    const unpaid = (await service.suitcase({ locationID: dear })).ID;
    await service.call('PUT', `/items/${unpaid}/response`, { response: 'ship', address: { ...home, countryID: 'DE' } });
    const priced = service.pathTo('item', (await service.suitcase({ locationID: dear })).ID);
    const nobody = { firstName: null, contactEmail: null, lastName: 'Twofold', reservationNumber: 'T-2' };
    for (const thing of ['Left shoe', 'Right shoe']) await service.suitcase({ item: thing, owner: nobody });
    const lost = {
      request: 'Burgundy suitcase',
      location: 'Room 312',
      departuredDate: '2026-11-18 00:00:00',
      colors: ['burgundy'],
    };
    const report = async () => (await makeRequest(service.call, service.locationID, lost)).ID;
    const [asked, matched, notFound] = [await report(), await report(), await report()];
    await service.call('PUT', `/requests/${notFound}/status`, { status: 'not-found' });
    await service.call('PUT', `/requests/${asked}/question`, { question: 'Does it have a name tag?' });
    await service.call('PUT', `/requests/${matched}/match`, { itemID: sent });
    // Until styles are there, axe would measure buttons without them.
    const press = async (page: Page) => {
      await Promise.all([page.waitForEvent('load'), page.locator('main button').click()]);
    };
    Object.assign(pages, {
      item: { path: item },
      'no-photo': { path: service.pathTo('item', (await service.suitcase({ imageUrl: 'https://gone.example.com/x.jpg' })).ID) },
      collect: { path: `${item}/collect` },
      send: { path: `${item}/send` },
      'send-wrong': { path: `${item}/send`, fill: press },
      leave: { path: `${item}/leave` },
      'not-mine': { path: `${item}/not-mine` },
      collected: { path: service.pathTo('item', await answered('pickup')) },
      'in-route': { path: service.pathTo('item', sent) },
      booked: { path: await shipped('pickup-scheduled') },
      delivered: { path: await shipped('in-route', 'delivered') },
      finished: { path: service.pathTo('item', finished) },
      expired: { path: service.pathTo('item', late) },
      'send-priced': {
        path: `${priced}/send`,
        fill: async (page: Page) => {
          for (const [name, value] of Object.entries(home)) await page.locator(`#${name}`).fill(value);
          await page.locator('#countryID').selectOption('DE');
          await press(page);
        },
      },
      'to-pay': { path: service.pathTo('item', unpaid) },
      left: { path: service.pathTo('item', await answered('leave')) },
      'wrong-owner': { path: service.pathTo('item', await answered('not-mine')) },
      lost: { path: `/lost/${service.locationID}` },
      'lost-wrong': { path: `/lost/${service.locationID}`, fill: press },
      'lost-photo-again': {
        path: `/lost/${service.locationID}`,
        fill: async (page: Page) => {
          await page.locator('summary').click();
          await page.locator('#photo').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('words') });
          await press(page);
        },
      },
      'request-asked': { path: service.pathTo('request', asked, { contact: null }) },
      'request-made': { path: `${service.pathTo('request', await report(), { contact: null })}?made` },
      'request-not-found': { path: service.pathTo('request', notFound, { contact: null }) },
      'request-matched': { path: service.pathTo('request', matched, { contact: null }) },
      withdraw: { path: `${service.pathTo('request', asked, { contact: null })}/withdraw` },
      found: { path: `/found/${service.locationID}` },
      'found-nothing': {
        path: `/found/${service.locationID}`,
        fill: async (page: Page) => {
          await page.locator('#surname').fill('Nobody');
          await page.locator('#departuredDate').fill('2026-11-18');
          await press(page);
        },
      },
      several: {
        path: `/found/${service.locationID}`,
        fill: async (page: Page) => {
          await page.locator('#surname').fill('Twofold');
          await page.locator('#departuredDate').fill('2026-11-18');
          await page.locator('#reservationNumber').fill('T2');
          await press(page);
        },
      },
      gone: { path: '/g/none' },
      closed: { path: service.pathTo('item', sent, { contact: 'mistaken@example.com' }) },
      embedded: { path: `/lost/${service.locationID}?embed=1` },
      finds: { path: service.pathTo('finds', sent) },
      'finds-collect': { path: `${service.pathTo('finds', sent)}/collect` },
      'finds-send': { path: `${service.pathTo('finds', sent)}/send` },
    });
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each(LANGUAGES)('is accessible and fits a small phone in "%s"', { timeout: 120_000 }, async (language) => {
    const page = await (await phone(browser, { javaScript: true })).newPage();
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${LANGUAGES.indexOf(language) + 1}` });
    for (const [index, [name, { path, fill }]] of Object.entries(pages).entries()) {
      const answer = await page.goto(`${service.url}${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
      expect(answer?.status(), name).toBe({ gone: 404, closed: 410 }[name] ?? 200);
      await fill?.(page);
      expect(await page.locator('html').getAttribute('lang'), name).toBe(language);
      if (isAsked(index, language, LANGUAGES)) expect(await faultsOf(page), name).toEqual([]);
      if (language === 'en') expect(await inTheDark(page, () => contrastOf(page)), `${name}, dark`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(360);
      if (!PICTURES) continue;
      const picture = (mode: string) => page.screenshot({ path: `${PICTURES}/${name}.${language}.${mode}.png`, fullPage: true });
      await picture('light');
      await inTheDark(page, () => picture('dark'));
      if (language !== 'en') continue;
      await page.emulateMedia({ media: 'print' });
      await picture('print');
      await page.emulateMedia({ media: 'screen' });
    }
    await page.context().close();
  });
});

/** What comes of looking at the page in dark mode. */
async function inTheDark<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const seen = await look();
  await page.emulateMedia({ colorScheme: 'light' });
  return seen;
}
