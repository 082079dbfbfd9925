import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { phone, startBrowser } from '../support/browser.js';
import { type GuestService, startGuestService } from './guests.js';

let service: GuestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startGuestService(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await service?.stop();
});

/** A page without scripts, as a phone shows it. */
async function open(path: string): Promise<Page> {
  const page = await (await phone(browser, { locale: 'en-GB', javaScript: false })).newPage();
  await page.goto(service.url + path);
  return page;
}

const send = (page: Page) => page.locator('main form button').first().click();

it('a guest goes back to an address that was wrong at first, and is asked nothing', async () => {
  const { ID } = await service.suitcase();
  const page = await open(`${service.pathTo('item', ID)}/send`);
  await page.selectOption('#countryID', 'DE');
  for (const [name, text] of Object.entries({
    recipient: 'Anna Schmidt',
    address: 'Hauptstraße 5',
    city: 'Hamburg',
    zipCode: '1',
  }))
    await page.fill(`#${name}`, text);
  await send(page);
  expect(await page.locator('#zipCode').getAttribute('aria-invalid')).toBe('true');
  await page.fill('#zipCode', '20095');
  await send(page);
  expect(await page.locator('h1').textContent()).toContain('We will send it');
  expect((await page.goBack())?.status()).toBeLessThan(500);
  expect(page.url()).not.toContain('chrome-error');
  expect(await page.title()).not.toContain('Confirm');
});

it.each(['/lost/', '/found/'])(
  'what was typed at %s goes along into another language, and none of it is judged yet',
  async (form) => {
    const page = await open(form + service.locationID);
    const field = form === '/lost/' ? '#name' : '#surname';
    await page.fill(field, 'Zoë 山田');
    await page.locator('footer button[lang="de"]').click();
    expect([await page.inputValue(field), await page.locator('html').getAttribute('lang')]).toEqual(['Zoë 山田', 'de']);
    expect(await page.locator('.problems').count()).toBe(0);
    await page.locator('footer button[lang="ar"]').click();
    expect([await page.inputValue(field), await page.locator('html').getAttribute('dir')]).toEqual(['Zoë 山田', 'rtl']);
  },
);

it('an address that is typed, and a half answer, go along into another language', async () => {
  const { ID } = await service.suitcase();
  const page = await open(`${service.pathTo('item', ID)}/send`);
  await page.selectOption('#countryID', 'FR');
  await page.fill('#city', 'Lyon');
  await page.locator('footer button[lang="fr"]').click();
  expect([await page.inputValue('#city'), await page.inputValue('#countryID')]).toEqual(['Lyon', 'FR']);
  const owner = { name: 'Ann', email: 'ann@example.com' };
  const made = await service.call('POST', `/locations/${service.locationID}/requests`, { request: 'Hat', owner });
  await service.call('PUT', `/requests/${made.body.ID}/question`, { question: 'Which color?' });
  const request = await open(service.pathTo('request', made.body.ID, { contact: owner.email }));
  await request.fill('#answer', 'It is r');
  await request.locator('footer button[lang="nl"]').click();
  expect([await request.inputValue('#answer'), await request.locator('html').getAttribute('lang')]).toEqual(['It is r', 'nl']);
});
