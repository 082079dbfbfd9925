import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import sharp from 'sharp';

/** The browser with all it has. */
export const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** The same without what windows need, which takes half the CPU; only where no CHROMIUM is named. */
const SHELL = '/usr/bin/chromium-headless-shell';
const HEADLESS = process.env.CHROMIUM || !existsSync(SHELL) ? CHROMIUM : SHELL;

/** Its switches, without a sandbox, a graphics card and a proxy. */
export const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--no-proxy-server'];

/** @param more switches of Chromium. @throws when there is no browser: set CHROMIUM to its path */
export function startBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: HEADLESS, args: [...ARGUMENTS, ...more] });
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

/** Minified: pages read what `axe.source` has in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules that axe looks at. */
const ALL = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * The accessibility violations that axe finds on the page, with the elements concerned.
 * @param options.but rules that are not for it; `also` these are looked at, or `only` these
 */
export async function faultsOf(
  page: Page,
  { but = [], also = [], only = ALL }: { but?: string[]; also?: string[]; only?: string[] } = {},
): Promise<string[]> {
  // Until styles are there, axe would measure links and buttons without them.
  await page.waitForLoadState('load');
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(AXE);
  const { violations } = await page.evaluate(
    ([off, on, runOnly]) =>
      (globalThis as unknown as { axe: typeof axe }).axe.run({
        runOnly,
        resultTypes: ['violations'],
        rules: Object.fromEntries([
          ...off.map((rule) => [rule, { enabled: false }]),
          ...on.map((rule) => [rule, { enabled: true }]),
        ]),
      } as never),
    [but, also, only] as const,
  );
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** In dark mode other colors are shown, and nothing else. */
export const contrastOf = (page: Page) => faultsOf(page, { only: ['color-contrast'] });

/** The languages that axe is asked in: its rules are about templates, which all languages share, and about long words and direction. */
export const ASKED: readonly string[] = ['en', 'de', 'ar'];
