import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, picture, signIn, startAtDesk, type Visit, visit } from './support.js';

const TODAY = new Date().toISOString().slice(0, 10);
const ITEM = { location: 'Bar', departuredDate: TODAY, locationID: 'demo:1', shipping: {} };

describe('what the desk shows is whole', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk();
  });
  afterAll(() => desk?.stop());

  const at = async (path: string, options: Visit = {}) => {
    const { page, context } = await visit(browser, options);
    await signIn(page, desk, 'property_subuser', path);
    return { page, context };
  };

  it('a hundred and ten things that may go are listed, printed and disposed of; as many have labels', async () => {
    const items = Array.from({ length: 110 }, (_, nth) => ({ ...ITEM, item: `Odd sock ${nth + 1}` }));
    for (const from of [0, 100]) await desk.call('POST', '/items/batch', { items: items.slice(from, from + 100) });
    for (const { ID } of (await desk.call('GET', '/items?limit=1000')).items)
      await desk.call('PUT', `/items/${ID}/status`, { status: 'left-behind' });
    const { page, context } = await at('/labels?q=sock');
    await page.locator('.label').nth(109).waitFor();
    await page.goto(`${desk.url}/desk/dispose`);
    await page.locator('.row').nth(109).waitFor();
    expect(await page.locator('.row').count()).toBe(110);
    expect(await page.locator('.row:not(.unprinted)').count()).toBe(110);
    await page.getByLabel('Reason').fill('Nobody asked');
    await page.getByRole('button', { name: 'Dispose of 110' }).click();
    await page.getByText('Items: 110.').waitFor();
    expect((await desk.call('GET', '/items?status=left-behind')).items).toEqual([]);
    await context.close();
  });

  it.each([
    [
      { address: '350 5th Ave', address2: 'Suite 5', zipCode: '10118', city: 'New York', state: 'NY', countryID: 'US' },
      ['Anna Schmidt', '350 5th Ave', 'Suite 5', 'New York, NY 10118', 'United States'],
    ],
    [
      { address: '10 Downing Street', zipCode: 'SW1A 2AA', city: 'London', countryID: 'GB' },
      ['Anna Schmidt', '10 Downing Street', 'London', 'SW1A 2AA', 'United Kingdom'],
    ],
    [
      { address: 'Keizersgracht 5', zipCode: '1015 CX', city: 'Amsterdam', countryID: 'NL' },
      ['Anna Schmidt', 'Keizersgracht 5', '1015 CX Amsterdam', 'Nederland'],
    ],
  ])('a parcel to %o is addressed as its country writes it, in letters of its carrier', async (address, lines) => {
    const owner = { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna@example.com', address };
    const { ID } = await desk.call('POST', '/items', { ...ITEM, item: 'Suitcase', owner });
    const { page, context } = await at(`/items/${ID}/pack`, { locale: 'ar', size: 'phone' });
    const parcel = page.locator('address.parcel bdi');
    await expect.poll(() => parcel.allTextContents()).toEqual(lines);
    await picture(page, `parcel-${address.countryID}`);
    await page.goto(`${desk.url}/desk/items/${ID}`);
    await expect.poll(() => page.locator('.owner address.lines bdi').allTextContents()).toEqual(lines);
    await context.close();
  });

  it('and its scripts are small: the first load, and all of them with those that only some views load', () => {
    const folder = 'dist/apps/desk/assets';
    const isText = (file: string) => /^(?!index|dom|qr|postal|signature)[a-z]{2}(-US)?-/.test(file);
    const scripts = readdirSync(folder).filter((file) => file.endsWith('.js') && (!isText(file) || file.startsWith('en-')));
    const sizeOf = (files: string[]) => files.reduce((sum, file) => sum + gzipSync(readFileSync(`${folder}/${file}`)).length, 0);
    expect(scripts.some((file) => file.startsWith('postal'))).toBe(true);
    expect(sizeOf(scripts.filter((file) => /^(index|en)-/.test(file)))).toBeLessThan(100_000);
    expect(sizeOf(scripts)).toBeLessThan(160_000);
  });
});
