import axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';

const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** @param more switches of Chromium. @throws when there is no browser: set CHROMIUM to its path */
export function startBrowser(more: readonly string[] = []): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--no-proxy-server', ...more];
  return chromium.launch({ executablePath: CHROMIUM, args });
}

/** A small phone without JavaScript, on which the pages must work; external photos are replaced by a generated one. */
export async function phone(browser: Browser, options: { locale?: string; javaScript?: boolean } = {}): Promise<BrowserContext> {
  const { locale = 'en', javaScript = false } = options;
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    javaScriptEnabled: javaScript,
    locale,
  });
  const photo = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#7a1f2e' } })
    .jpeg()
    .toBuffer();
  await context.route('https://images.example.com/**', (route) => route.fulfill({ contentType: 'image/jpeg', body: photo }));
  return context;
}

/** Keeps a picture of the page in GUEST_PAGE_PICTURES for whoever wants to look at it; none without that. */
export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.GUEST_PAGE_PICTURES;
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

/** The accessibility violations that axe finds on the page, with the elements concerned. @param but rules that are not for it */
export async function faultsOf(page: Page, but: readonly string[] = []): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(
    (rules) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
        rules: Object.fromEntries(rules.map((rule) => [rule, { enabled: false }])),
      } as never),
    but,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}
