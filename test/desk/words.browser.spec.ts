import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, signIn, startAtDesk, visit } from './support.js';

/** Pictograms, digits and areas are pressed by their place: their words are those of the finder. */
const [CHARGER, BOOK] = [0, 10];

describe('what is written down', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk();
  });
  afterAll(() => desk?.stop());

  const newest = async () => {
    const { item, location } = (await desk.call('GET', '/items?limit=1')).items[0] ?? {};
    return { item, location };
  };

  it('by pictograms is in the language of the Location, with the network and without, and seen by its finder in its own', async () => {
    const { page, context } = await visit(browser, { locale: 'ar', size: 'phone' });
    await signIn(page, desk, 'limited_subuser', '/register');
    const save = () => page.locator('.save button').tap();
    await page.locator('.things button').nth(CHARGER).tap();
    for (const digit of '415') await page.locator('.pad button').filter({ hasText: digit }).tap();
    expect(await page.locator('.place').inputValue()).toBe('غرفة 415');
    await save();
    await page.getByText('شاحن').waitFor();
    await expect.poll(newest).toEqual({ item: 'Charger', location: 'Room 415' });
    await page.goto(`${desk.url}/desk`);
    await page.getByText('شاحن').waitFor();
    await page.getByText('غرفة 415').waitFor();

    await page.goto(`${desk.url}/desk/register`);
    await page.evaluate('navigator.serviceWorker.ready');
    await context.setOffline(true);
    await page.locator('.things button').nth(BOOK).tap();
    // The place of before is offered first.
    await page.locator('.chips button', { hasText: 'غرفة 415' }).tap();
    await save();
    await page.locator('.figure').waitFor();
    await page.goto(`${desk.url}/desk/waiting`);
    await page.getByText('غرفة 415').waitFor();
    await context.setOffline(false);
    await expect.poll(newest, { timeout: 50_000 }).toEqual({ item: 'Book', location: 'Room 415' });
    await context.close();
  });

  it('is German at a German hotel, where the words are typed as well as where they are tapped', async () => {
    const { ID } = (await desk.call('GET', '/languages')).find(({ code }: { code: string }) => code === 'de')!;
    await desk.call('PUT', '/locations/demo:1/languages', { languageIDs: [ID], defaultLanguageID: ID });
    const { page, context } = await visit(browser, { locale: 'es' });
    await signIn(page, desk, 'property_subuser', '/register');
    await page.locator('.things button').nth(CHARGER).click();
    await page.locator('.place').fill('vestíbulo');
    await page.locator('.save button').click();
    await page.locator('.figure a').waitFor();
    await expect.poll(newest).toEqual({ item: 'Ladegerät', location: 'Lobby' });
    await page.goto(`${desk.url}/desk/labels?itemID=${(await desk.call('GET', '/items?limit=1')).items[0].ID}`);
    await page
      .locator('.label')
      .getByText(/^\d\d\.\d\d\.\d{4}$/)
      .waitFor();
    await context.close();
  });
});
