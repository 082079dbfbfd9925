import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { phone, startBrowser } from '../support/browser.js';
import { type GuestService, LANGUAGES, startGuestService } from './guests.js';

describe('on a phone of 390 × 844', () => {
  let service: GuestService;
  let browser: Browser;
  let page: Page;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startGuestService(), startBrowser()]);
    page = await (await phone(browser)).newPage();
    await page.setViewportSize({ width: 390, height: 844 });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each(LANGUAGES)('all choices are in sight without scrolling in "%s"', async (language) => {
    const { ID } = await service.suitcase();
    await page.goto(`${service.url}${service.pathTo('item', ID)}?lang=${language}`);
    for (const choice of await page.locator('.choice').all()) {
      const { y, height } = (await choice.boundingBox())!;
      expect(y + height).toBeLessThanOrEqual(844);
    }
  });

  it('the form is less than two screens, with the colors behind a tap', async () => {
    await page.goto(`${service.url}/lost/${service.locationID}`);
    expect(await page.getByLabel('Burgundy').isVisible()).toBe(false);
    const { height } = (await page.locator('body').boundingBox())!;
    expect(height).toBeLessThan(2 * 844);
    await page.getByText('More details').click();
    expect(await page.getByLabel('Burgundy').isVisible()).toBe(true);
  });

  it('the summary of errors has the focus', async () => {
    await page.goto(`${service.url}/lost/${service.locationID}`);
    await page.locator('main button').click();
    await page.locator('.problems:focus').waitFor();
  });
});
