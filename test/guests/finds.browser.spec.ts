import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf, phone, picture, startBrowser } from '../support/browser.js';
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

const THINGS = ['Scarf', 'Phone', 'Left shoe'];

/** A phone with the page of three things of which one is a suitcase's weight; the guest pays for sending. */
async function withThree(): Promise<{ page: Page; statuses: () => Promise<string[]> }> {
  const locationID = await service.location({ name: 'Harbour Hotel' });
  const rate = { countries: null, weightID: null, price: 9.9, days: '2–3' };
  await service.call('PUT', `/locations/${locationID}/shipping`, { paidBy: 'guest', currency: 'EUR', rates: [rate] });
  const IDs: number[] = [];
  for (const item of THINGS) IDs.push((await service.suitcase({ locationID, item })).ID);
  const page = await (await phone(browser, { javaScript: true })).newPage();
  await page.goto(service.url + service.pathTo('finds', IDs[0]!));
  const status = async (ID: number) => (await service.call('GET', `/items/${ID}`)).body.status as string;
  return { page, statuses: () => Promise.all(IDs.map(status)) };
}

it('a guest collects three things with one answer', async () => {
  const { page, statuses } = await withThree();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'finds-three');
  await page.getByRole('link', { name: 'I’ll collect all of them' }).click();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'finds-three-collect');
  await page.getByRole('button', { name: 'Yes, I’ll collect all of them' }).click();
  expect(await statuses()).toEqual(Array(3).fill('pickup-by-guest'));
  expect(await page.locator('a.choice strong').allTextContents()).toEqual(THINGS);
  await page.context().close();
});

it('a guest has three things sent to an address that is typed once, and sees what is to be paid', async () => {
  const { page } = await withThree();
  await page.getByRole('link', { name: 'Send all of them to me' }).click();
  await picture(page, 'finds-three-send');
  const address = { 'Street and number': 'Hauptstraße 5', Postcode: '20095', 'Town or city': 'Hamburg' };
  await page.getByLabel('Country').selectOption('DE');
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label).fill(value);
  await page.getByRole('button').click();
  expect(await page.locator('main').textContent()).toContain('Total€29.70');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'finds-three-order');
  await page.getByRole('button', { name: 'Order and pay' }).click();
  expect(await page.locator('a.choice span').allTextContents()).toEqual(Array(3).fill('Please pay for shipping: €9.90'));
  await picture(page, 'finds-three-ordered');
  await page.context().close();
});
