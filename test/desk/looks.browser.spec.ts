import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf } from '../support/browser.js';
import { type Desk, picture, type Size, show, signIn, startAtDesk, visit } from './support.js';

const VIEWS = [
  '',
  '/find?q=ring',
  '/register',
  '/requests',
  '/dispose',
  '/people',
  '/people/audit',
  '/people/connections',
  '/places',
  '/waiting',
  '/labels',
  '/items/14',
  '/items/10/hand-over',
  '/items/8/pack',
  '/requests/1',
];
/** A control is called what it shows: whoever speaks to the browser says what is there to be read. */
const NAMES = ['label-content-name-mismatch'];
const LOOKS: readonly [locale: string, size: Size, dark: boolean][] = [
  ['en', 'desktop', false],
  ['de', 'phone', true],
  ['ar', 'phone', false],
  ['en', 'phone', false],
  ['de', 'desktop', true],
];
const OTHERS = ['es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'sv', 'zh'];

describe('every view of the desk', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk({ full: true });
  });
  afterAll(() => desk?.stop());

  it.each(LOOKS)('in %s on a %s, dark: %s, breaks no rule of accessibility and fits the screen', async (locale, size, dark) => {
    const { page, context, faults, loading } = await visit(browser, { locale, size, dark });
    const isLoaded = () => expect.poll(loading, { timeout: 50_000 }).toEqual([]);
    await page.goto(`${desk.url}/desk`);
    await page.locator('input[name=username]').waitFor();
    await isLoaded();
    expect(['sign-in', await faultsOf(page)]).toEqual(['sign-in', []]);
    await picture(page, `sign-in-${locale}-${size}`);
    await signIn(page, desk, 'group_admin');
    for (const view of VIEWS) {
      await show(page, view);
      expect([view, await faultsOf(page, { also: NAMES })]).toEqual([view, []]);
      expect([view, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([view, true]);
      expect([view, await fitsNarrow(page)]).toEqual([view, true]);
      await isLoaded();
      await picture(page, `${view.replaceAll(/\W+/g, '-').replace(/^-|-q.*/g, '') || 'today'}-${locale}-${size}`);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it.each(OTHERS)('in %s says its language, and fits 320 pixels', async (locale) => {
    const { page, context, faults } = await visit(browser, { locale, size: 'phone' });
    await page.setViewportSize({ width: 320, height: 700 });
    await signIn(page, desk, 'group_admin');
    const headings = new Set<string | null>();
    for (const view of VIEWS) {
      await show(page, view);
      const seen = await page.evaluate('[document.documentElement.lang, document.documentElement.scrollWidth <= innerWidth]');
      expect([view, seen]).toEqual([view, [locale, true]]);
      headings.add(await page.locator('h1').first().textContent());
    }
    expect([...headings]).toHaveLength(VIEWS.length);
    expect(faults).toEqual([]);
    await context.close();
  });
});

/** Whether a window of 320 pixels shows it without scrolling sideways, as one of 1,280 does that is zoomed to 400 %. */
async function fitsNarrow(page: Page): Promise<boolean> {
  const size = page.viewportSize()!;
  await page.setViewportSize({ width: 320, height: 600 });
  const fits = await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth');
  await page.setViewportSize(size);
  return fits;
}
