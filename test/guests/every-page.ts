import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PageLanguage } from '#contexts/texts';
import { ASKED, contrastOf, faultsOf, phone, startBrowser } from '../support/browser.js';
import { type GuestService, LANGUAGES, startGuestService } from './guests.js';

/** Where pictures of all pages are kept for whoever wants to look at them; none without it. */
const PICTURES = process.env.GUEST_PAGE_PICTURES;

/** A page of the guests: its path, and what is done on it before it is looked at. */
export interface GuestPage {
  path: string;
  fill?: (page: Page) => Promise<void>;
  /** 200 unless it says otherwise. */
  status?: number;
}

/** Presses a form's button, and waits for the page that it leads to. */
export async function press(page: Page): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.locator('main button').click()]);
}

/** Looks at pages in every language. @param prepare makes the records that they are about */
export function lookAtAll(prepare: (service: GuestService) => Promise<Record<string, GuestPage>>): void {
  let service: GuestService;
  let browser: Browser;
  let pages: Record<string, GuestPage>;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startGuestService(), startBrowser()]);
    // So that a header says which address a guest comes from: one looks nothing up twelve times over.
    service.app.getHttpAdapter().getInstance().set('trust proxy', 1);
    pages = await prepare(service);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it.each(LANGUAGES)('is accessible and fits a small phone in "%s"', { timeout: 120_000 }, (language) =>
    lookAt(pages, service, browser, language),
  );
}

/** Expects each page to be in the language, accessible, in English in dark mode too, and no wider than a small phone. */
async function lookAt(pages: Record<string, GuestPage>, service: GuestService, browser: Browser, language: PageLanguage) {
  const page = await (await phone(browser, { javaScript: true })).newPage();
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': `203.0.113.${LANGUAGES.indexOf(language) + 1}` });
  for (const [name, { path, fill, status = 200 }] of Object.entries(pages)) {
    const answer = await page.goto(`${service.url}${path}${path.includes('?') ? '&' : '?'}lang=${language}`);
    expect(answer?.status(), name).toBe(status);
    await fill?.(page);
    if (ASKED.includes(language)) expect(await faultsOf(page), name).toEqual([]);
    if (language === 'en') expect(await inTheDark(page, () => contrastOf(page)), `${name}, dark`).toEqual([]);
    const { lang, scrollWidth } = await page.evaluate<{ lang: string; scrollWidth: number }>(
      '(({ lang, scrollWidth }) => ({ lang, scrollWidth }))(document.documentElement)',
    );
    expect(lang, name).toBe(language);
    expect(scrollWidth, name).toBeLessThanOrEqual(360);
    if (PICTURES) await keepPictures(page, `${PICTURES}/${name}.${language}`);
  }
  await page.context().close();
}

async function keepPictures(page: Page, name: string): Promise<void> {
  mkdirSync(PICTURES!, { recursive: true });
  const picture = (mode: string) => page.screenshot({ path: `${name}.${mode}.png`, fullPage: true });
  await picture('light');
  await inTheDark(page, () => picture('dark'));
  if (!name.endsWith('.en')) return;
  await page.emulateMedia({ media: 'print' });
  await picture('print');
  await page.emulateMedia({ media: 'screen' });
}

/** What comes of looking at the page in dark mode. */
async function inTheDark<Result>(page: Page, look: () => Promise<Result>): Promise<Result> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const seen = await look();
  await page.emulateMedia({ colorScheme: 'light' });
  return seen;
}
