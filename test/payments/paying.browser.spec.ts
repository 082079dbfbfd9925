import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { faultsOf, phone, picture, startBrowser } from '../support/browser.js';
import { type PaidShipping, startPaidShipping } from '../support/payments.js';

let hotel: PaidShipping;
let browser: Browser;
beforeAll(async () => {
  [hotel, browser] = await Promise.all([startPaidShipping(), startBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await hotel?.stop();
});

it.each(['stripe', 'mollie'] as const)('a guest orders, pays on the page of %s, and comes back', async (provider) => {
  await hotel.connect(provider);
  const { ID } = await hotel.service.suitcase();
  const page = await (await phone(browser, { javaScript: true })).newPage();
  page.setDefaultTimeout(8_000);
  await page.goto(`${hotel.service.url}${hotel.service.pathTo('item', ID)}/send`);
  await page.getByLabel('Country').selectOption('DE');
  const address = { 'Street and number': 'Hauptstraße 5', Postcode: '20095', 'Town or city': 'Hamburg' };
  for (const [label, value] of Object.entries(address)) await page.getByLabel(label).fill(value);
  await page.getByRole('button').first().click();
  await page.getByRole('button', { name: 'Order and pay' }).click();
  await page.waitForURL(`${hotel[provider].url}/**`);
  // Not now: the own page leads there again.
  await page.getByRole('link', { name: 'Cancel' }).click();
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, `to-pay-${provider}`);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.waitForURL(`${hotel[provider].url}/**`);
  hotel[provider].outbox.held = true;
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL(`${hotel.service.url}/**`);
  expect(await page.locator('main').textContent()).toContain('If you have paid, it is confirmed within a few minutes');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, `paid-unconfirmed-${provider}`);
  await hotel[provider].outbox.sendAll();
  await page.reload();
  expect(await page.locator('main').textContent()).toContain('€9.90');
  expect(await page.getByRole('button', { name: 'Pay now' }).count()).toBe(0);
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, `paid-${provider}`);
  await page.context().close();
});
