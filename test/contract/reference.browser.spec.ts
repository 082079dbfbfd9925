import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, startBrowser } from '../support/browser.js';
import { startDemo } from '../support/demo.js';

interface Document {
  paths: Record<string, object>;
  webhooks: object;
}

describe('the reference on a phone', () => {
  let service: Awaited<ReturnType<typeof startDemo>>;
  let operations: number;
  let events: number;
  let browser: Browser;
  let page: Page;
  const loaded: string[] = [];
  const faults: string[] = [];
  beforeAll(async () => {
    [service, browser] = await Promise.all([startDemo(), startBrowser()]);
    const { paths, webhooks } = (await (await fetch(`${service.url}/openapi.json`)).json()) as Document;
    operations = Object.values(paths).flatMap((path) => Object.keys(path)).length;
    events = Object.keys(webhooks).length;
    page = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true });
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`${service.url}/docs`);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('loads neither Swagger UI nor the document', async () => {
    await page.waitForLoadState('networkidle');
    expect(loaded).not.toContain('/docs/swagger-ui-bundle.js');
    expect(loaded).not.toContain('/openapi.json');
  });

  it('fits the screen, and breaks no rule of accessibility', async () => {
    for (const path of [
      '/docs',
      '/docs/operations/registerItem',
      '/docs/webhooks/item.updated',
      '/docs/guides',
      '/docs/guides/start',
    ]) {
      await page.goto(`${service.url}${path}`);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
      expect([path, await faultsOf(page)]).toEqual([path, []]);
    }
  });

  it('finds operations and webhooks by the words of the filter box', async () => {
    await page.goto(`${service.url}/docs`);
    const shown = () => page.locator('.operations li:visible .path').allTextContents();
    await page.fill('#filter', 'upload-image');
    expect(await shown()).toEqual(['POST /api/v2/items/{itemID}/upload-image']);
    await page.fill('#filter', 'item.deleted');
    expect(await shown()).toEqual(['POST item.deleted']);
    await page.fill('#filter', 'no such words');
    expect(await shown()).toEqual([]);
    expect(await page.locator('#none').isVisible()).toBe(true);
    await page.fill('#filter', '');
    expect((await shown()).length).toBe(operations + events);
  });

  it('leads to Swagger UI, which has each operation once', async () => {
    await page.goto(`${service.url}/docs`);
    await page.getByRole('link', { name: 'Try it in Swagger UI' }).click();
    await page.locator('#swagger-ui .opblock-tag').first().waitFor();
    // A list this long is drawn as it is scrolled: asked is what it lists.
    const listed = await page.evaluate<string[]>(
      "ui.getSystem().specSelectors.taggedOperations().toList().flatMap((tag) => tag.get('operations')).map((one) => one.get('id')).toJS()",
    );
    expect(listed).toHaveLength(operations);
    expect(new Set(listed).size).toBe(operations);
    expect(faults).toEqual([]);
  });
});
