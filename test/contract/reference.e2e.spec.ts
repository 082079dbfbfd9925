import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, hasBrowser, startBrowser } from '../support/browser.js';
import { startDemo } from '../support/demo.js';

let service: Awaited<ReturnType<typeof startDemo>>;
let document: { paths: Record<string, Record<string, { operationId: string }>> };
beforeAll(async () => {
  service = await startDemo();
  document = (await (await fetch(`${service.url}/openapi.json`)).json()) as typeof document;
});
afterAll(() => service?.stop());

const get = async (path: string) => {
  const response = await fetch(`${service.url}${path}`);
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const operationIds = () => Object.values(document.paths).flatMap((path) => Object.values(path).map((one) => one.operationId));

describe('the reference at /docs', () => {
  it('lists every operation once, items first, without a script', async () => {
    const { text } = await get('/docs');
    const listed = [...text.matchAll(/href="\/docs\/operations\/(\w+)"/g)].map(([, id]) => id);
    expect([...listed].sort()).toEqual(operationIds().sort());
    expect(listed[0]).toBe('registerItem');
    expect(text).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  });

  it('has a page for each operation: what it takes, what it answers and how it fails', async () => {
    for (const id of operationIds()) expect([id, (await get(`/docs/operations/${id}`)).status]).toEqual([id, 200]);
    const { text, headers } = await get('/docs/operations/registerItem');
    for (const part of ['<code>owner.address.city</code>', '<code>Idempotency-Key</code>', 'external_id_taken', '<b>201</b>'])
      expect(text).toContain(part);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
  });

  it.each(['/docs/operations/nothing', '/docs/guides/nothing', '/docs/nothing', '/openapi.json/nothing'])(
    '%s is 404, as a problem',
    async (path) => {
      const { status, headers } = await get(path);
      expect([status, headers.get('content-type')]).toEqual([404, expect.stringContaining('application/problem+json')]);
    },
  );

  it('has the guides as pages that lead to each other', async () => {
    const guides = [...(await get('/docs')).text.matchAll(/href="(\/docs\/guides\/[a-z-]+)"/g)].map(([, path]) => path!);
    expect(guides).toContain('/docs/guides/start');
    for (const guide of guides) {
      const { status, text, headers } = await get(guide);
      expect([guide, status, headers.get('content-security-policy')]).toEqual([
        guide,
        200,
        expect.not.stringContaining('unsafe'),
      ]);
      for (const [, link] of text.matchAll(/href="(\/[^"#]*)/g))
        expect([guide, link, (await get(link!)).status]).toEqual([guide, link, 200]);
      expect(text).not.toMatch(/href="[^"]*\.md/);
    }
  });
});

describe.skipIf(!hasBrowser)('the reference on a phone', () => {
  let browser: Browser;
  let page: Page;
  const loaded: string[] = [];
  const faults: string[] = [];
  beforeAll(async () => {
    browser = await startBrowser();
    page = await browser.newPage({ viewport: { width: 390, height: 844 }, isMobile: true });
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
    await page.goto(`${service.url}/docs`);
  });
  afterAll(() => browser?.close());

  it('loads Swagger UI only when it is wanted', async () => {
    await page.waitForLoadState('networkidle');
    expect(loaded).not.toContain('/docs/swagger-ui-bundle.js');
    expect(loaded).not.toContain('/openapi.json');
  });

  it('fits the screen, and breaks no rule of accessibility', async () => {
    for (const path of ['/docs', '/docs/operations/registerItem', '/docs/guides', '/docs/guides/start']) {
      await page.goto(`${service.url}${path}`);
      expect([path, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([path, 390]);
      expect([path, await faultsOf(page)]).toEqual([path, []]);
    }
  });

  it('finds operations by the words of the filter box', async () => {
    await page.goto(`${service.url}/docs`);
    const shown = () => page.locator('.operations li:visible .path').allTextContents();
    await page.fill('#filter', 'upload-image');
    expect(await shown()).toEqual(['POST /api/v2/items/{itemID}/upload-image']);
    await page.fill('#filter', 'no such words');
    expect(await shown()).toEqual([]);
    expect(await page.locator('#none').isVisible()).toBe(true);
    await page.fill('#filter', '');
    expect((await shown()).length).toBe(operationIds().length);
  });

  it('opens Swagger UI with each operation once', async () => {
    await page.locator('#try').scrollIntoViewIfNeeded();
    await page.locator('#swagger-ui .opblock-tag-section .opblock').first().waitFor();
    expect(await page.locator('#swagger-ui .opblock-tag-section .opblock').count()).toBe(operationIds().length);
    expect(faults).toEqual([]);
  });
});
