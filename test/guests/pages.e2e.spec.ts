import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, hasBrowser, phone, startBrowser } from '../support/browser.js';
import { makeRequest } from '../support/records.js';
import { type GuestService, LANGUAGES, startGuestService } from './guests.js';

/** Where pictures of all pages are kept for whoever wants to look at them; none without it. */
const PICTURES = process.env.GUEST_PAGE_PICTURES;

describe.skipIf(!hasBrowser)('every guest page', () => {
  let service: GuestService;
  let browser: Browser;
  const pages: Record<string, { path: string; fill?: (page: Page) => Promise<void> }> = {};
  beforeAll(async () => {
    [service, browser] = await Promise.all([startGuestService(), startBrowser()]);
    const item = service.pathTo('item', (await service.suitcase()).ID);
    const answered = async (response: string, address?: object) => {
      const { ID } = await service.suitcase();
      const { status } = await service.call('PUT', `/items/${ID}/response`, { response, ...(address && { address }) });
      expect(status).toBe(200);
      return ID;
    };
    const sent = await answered('ship', { address: 'Hauptstraße 5', city: 'Hamburg', countryID: 'DE', zipCode: '20095' });
    await service.call('POST', `/items/${sent}/shipment`, { status: 'in-route', carrier: 'DHL', trackingNumber: '0034043416' });
    const lost = {
      request: 'Burgundy suitcase',
      location: 'Room 312',
      departuredDate: '2026-11-18 00:00:00',
      colors: ['burgundy'],
    };
    const report = async () => (await makeRequest(service.call, service.locationID, lost)).ID;
    const [asked, matched] = [await report(), await report()];
    await service.call('PUT', `/requests/${asked}/question`, { question: 'Does it have a name tag?' });
    await service.call('PUT', `/requests/${matched}/match`, { itemID: sent });
    // Until styles are there, axe would measure buttons without them.
    const press = async (page: Page) => {
      await Promise.all([page.waitForEvent('load'), page.locator('main button').click()]);
    };
    Object.assign(pages, {
      item: { path: item },
      collect: { path: `${item}/collect` },
      send: { path: `${item}/send` },
      'send-wrong': { path: `${item}/send`, fill: press },
      leave: { path: `${item}/leave` },
      'not-mine': { path: `${item}/not-mine` },
      collected: { path: service.pathTo('item', await answered('pickup')) },
      'in-route': { path: service.pathTo('item', sent) },
      left: { path: service.pathTo('item', await answered('leave')) },
      'wrong-owner': { path: service.pathTo('item', await answered('not-mine')) },
      lost: { path: `/lost/${service.locationID}` },
      'lost-wrong': { path: `/lost/${service.locationID}`, fill: press },
      'request-asked': { path: service.pathTo('request', asked, { contact: null }) },
      'request-made': { path: `${service.pathTo('request', await report(), { contact: null })}?made` },
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
      gone: { path: '/g/none' },
      closed: { path: service.pathTo('item', sent, { contact: 'mistaken@example.com' }) },
      embedded: { path: `/lost/${service.locationID}?embed=1` },
      finds: { path: service.pathTo('finds', sent) },
    });
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each(LANGUAGES)('is accessible and fits a small phone in "%s"', { timeout: 120_000 }, async (language) => {
    const page = await (await phone(browser, { javaScript: true })).newPage();
    for (const [name, { path, fill }] of Object.entries(pages)) {
      const answer = await page.goto(`${service.url}${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
      expect(answer?.status(), name).toBe({ gone: 404, closed: 410 }[name] ?? 200);
      await fill?.(page);
      expect(await page.locator('html').getAttribute('lang'), name).toBe(language);
      expect(await faultsOf(page), name).toEqual([]);
      if (language === 'en') expect(await inTheDark(page, () => faultsOf(page)), `${name}, dark`).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(360);
      if (!PICTURES) continue;
      const picture = (mode: string) => page.screenshot({ path: `${PICTURES}/${name}.${language}.${mode}.png`, fullPage: true });
      await picture('light');
      await inTheDark(page, () => picture('dark'));
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
