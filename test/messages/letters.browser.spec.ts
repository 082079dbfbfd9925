import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ASKED, contrastOf, faultsOf, phone, startBrowser } from '../support/browser.js';
import { languages, lettersIn } from './letters.js';

/** Where pictures of all letters are kept for whoever wants to look at them, a sheet for each language and mode; none without it. */
const PICTURES = process.env.LETTER_PICTURES;

describe('every letter in a browser', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await startBrowser();
    if (PICTURES) mkdirSync(PICTURES, { recursive: true });
  });
  afterAll(() => browser?.close());

  it.each(languages)(
    'is accessible and fits a small phone in "%s", in light and in dark',
    { timeout: 120_000 },
    async (language) => {
      const context = await phone(browser, { javaScript: true });
      await context.route('https://hotel.example.com/**', (route) => route.abort());
      const page = await context.newPage();
      const letters = lettersIn(language);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const [name, { html }] of letters) {
          await page.setContent(html);
          if (ASKED.includes(language))
            expect(
              await (colorScheme === 'dark'
                ? contrastOf(page)
                : faultsOf(page, { but: ['landmark-one-main', 'page-has-heading-one', 'region'] })),
              `${name}, ${colorScheme}`,
            ).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(360);
        }
        if (PICTURES) await sheet(browser, letters, colorScheme, `${PICTURES}/${language}.${colorScheme}.png`);
      }
      await context.close();
    },
  );
});

/** All letters beside each other, each as wide as a phone. */
async function sheet(browser: Browser, letters: ReturnType<typeof lettersIn>, colorScheme: 'light' | 'dark', path: string) {
  const page: Page = await browser.newPage({ viewport: { width: 6 * 370, height: 800 }, colorScheme });
  const frames = '<iframe width="368" height="620" style="border:1px solid"></iframe>'.repeat(letters.length);
  await page.setContent(`<body style="margin:0;display:flex;flex-wrap:wrap">${frames}`);
  for (const [index, frame] of page.mainFrame().childFrames().entries()) await frame.setContent(letters[index]![1].html);
  await page.screenshot({ path, fullPage: true });
  await page.close();
}
