import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { startDemo } from '../support/demo.js';

describe('Swagger UI', () => {
  let service: Awaited<ReturnType<typeof startDemo>>;
  let browser: Browser;
  let page: Page;
  const faults: string[] = [];
  beforeAll(async () => {
    service = await startDemo();
    browser = await startBrowser();
    page = await (await browser.newContext({ viewport: { width: 1280, height: 1600 } })).newPage();
    page.setDefaultTimeout(20_000);
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`${service.url}/docs/swagger`);
    await page.locator('button.authorize').click();
    await page.getByLabel('auth-bearer-value').fill(service.demo.apiToken);
    await page.locator('.auth-btn-wrapper button.authorize').click();
    await page.locator('.btn-done').click();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Follows the link to an operation, presses Try it out and Execute as it stands. @returns the status it shows */
  async function execute(operationId: string): Promise<string | null> {
    await page.goto(`${service.url}/docs/operations/${operationId}`);
    await page.getByRole('link', { name: 'Try it in Swagger UI' }).click();
    const block = page.locator(`.opblock.is-open[id$="-${operationId}"]`);
    await block.locator('.try-out__btn').click();
    await block.locator('button.execute').click();
    await block.locator('.live-responses-table .response-col_status').nth(1).waitFor();
    return block.locator('.live-responses-table .response .response-col_status').first().textContent();
  }

  it.each([
    ['registerItem', '201'],
    ['createUser', '201'],
    ['listItems', '200'],
    ['updateItem', '200'],
  ])('%s works as it stands, by pressing Execute', async (operationId, status) => {
    expect(await execute(operationId)).toBe(status);
  });

  it('keeps the token for its tab alone', async () => {
    expect(await page.evaluate('localStorage.length')).toBe(0);
    const other = await page.context().newPage();
    await other.goto(`${service.url}/docs/swagger`);
    await other.locator('button.authorize.unlocked').waitFor();
  });

  it('breaks no rule of its own page', () => expect(faults).toEqual([]));
});
