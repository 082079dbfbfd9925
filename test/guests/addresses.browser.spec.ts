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

/** The form for the address of a guest, as a phone with this language shows it. */
async function form(locale: string, owner: object = {}, javaScript = false): Promise<{ page: Page; ID: number }> {
  const { ID } = await service.suitcase({ owner: { contactEmail: 'anna@example.com', ...owner } });
  const page = await (await phone(browser, { locale, javaScript })).newPage();
  await page.goto(`${service.url + service.pathTo('item', ID)}/send`);
  return { page, ID };
}

/** The labels in sight, from top to bottom. */
const labels = (page: Page) =>
  page
    .locator('main label:visible')
    .evaluateAll((all) => all.map((label) => (label as { textContent: string }).textContent.trim()));

it('a guest from Chicago is asked for City, State and ZIP code, in that order', async () => {
  const { page, ID } = await form('en-US', { phoneNumber: '+1 312 555 0123' }, true);
  expect(await labels(page)).toEqual([
    'Country',
    'Name of the recipient',
    'Company (optional)',
    'Street and number',
    'Apt, suite, floor (optional)',
    'City',
    'State',
    'ZIP code',
    'Phone for the carrier (optional)',
  ]);
  expect(await page.locator('html').getAttribute('lang')).toBe('en-US');
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'address-us');
  await page.getByLabel('Name of the recipient').fill('Ann Smith');
  await page.getByLabel('Street and number').fill('350 Elm Street');
  await page.getByLabel('City').fill('Chicago');
  await page.locator('#state-US').selectOption('Illinois');
  await page.getByLabel('ZIP code').fill('60601');
  await page.getByRole('button').click();
  const { owner } = (await service.call('GET', `/items/${ID}`)).body;
  expect(owner.address).toMatchObject({ city: 'Chicago', state: 'IL', zipCode: '60601', countryID: 'US' });
  await page.context().close();
});

it('a guest from Tokyo is asked for postcode, prefecture, city and street', async () => {
  const names = { firstName: '花子', lastName: '山田', phoneNumber: '+81 3 1234 5678' };
  const { page, ID } = await form('ja', names, true);
  expect((await labels(page)).map((label) => label.split(' ')[0])).toEqual([
    '国・地域',
    '郵便番号',
    '都道府県',
    '市区町村',
    '町名・番地',
    '建物名・部屋番号',
    'お受取人のお名前',
    '会社名',
    '配送業者用の電話番号',
  ]);
  expect(await faultsOf(page)).toEqual([]);
  await picture(page, 'address-jp');
  await page.getByLabel('郵便番号').fill('160-0023');
  await page.getByLabel('都道府県').selectOption('東京都');
  await page.getByLabel('市区町村').fill('新宿区');
  await page.getByLabel('町名・番地').fill('西新宿2-7-2');
  await page.getByRole('button').click();
  const { owner } = (await service.call('GET', `/items/${ID}`)).body;
  expect(owner.address).toMatchObject({ recipient: '山田 花子', city: '東京都新宿区', zipCode: '160-0023', state: null });
  await page.context().close();
});

it('who chooses another country sees its states at once, also without scripts', async () => {
  const { page } = await form('en');
  expect(await labels(page)).not.toContain('Prefecture');
  for (const [country, label] of [
    ['JP', 'Prefecture'],
    ['CA', 'Province'],
    ['AU', 'State'],
  ] as const) {
    await page.locator('#countryID').selectOption(country);
    expect((await labels(page)).filter((shown) => /^(Prefecture|Province|State)$/.test(shown))).toEqual([label]);
  }
  await page.context().close();
});
