import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, photo, picture, signIn, startAtDesk, type Visit, visit } from './support.js';

const LANGUAGES = ['ar', 'de', 'en', 'es', 'fr', 'it', 'ja', 'nl', 'pl', 'pt', 'sv', 'zh'];

describe('a view of the desk', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk({ full: true });
  });
  afterAll(() => desk?.stop());

  const at = async (path: string, options: Visit = {}, role = 'property_admin') => {
    const { page, context } = await visit(browser, options);
    await signIn(page, desk, role, path);
    return { page, context };
  };
  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).waitFor();

  it('stands still while it is read, on a slow laptop', async () => {
    const { page, context } = await at('/find');
    const slow = await context.newCDPSession(page);
    await slow.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(`globalThis.shifted = []; new PerformanceObserver((list) => shifted.push(...list.getEntries().map(
      ({ value, sources }) => [value, sources.map(({ node }) => node?.outerHTML?.slice(0, 60)).join(' | ')]
    ))).observe({ type: 'layout-shift', buffered: true });`);
    for (const path of ['/items/14', '/items/8', '/people', '/requests/1', '/requests', '/dispose', '', '/items/8/pack']) {
      await page.goto(`${desk.url}/desk${path}`);
      await page.waitForLoadState('networkidle');
      const shifts = await page.evaluate<[number, string][]>('shifted');
      const sum = shifts.reduce((all, [one]) => all + one, 0);
      expect([path, sum < 0.1 ? 'still' : [sum, shifts]]).toEqual([path, 'still']);
    }
    await context.close();
  });

  it('has its pictograms where they were when a photo has been taken', async () => {
    const { page, context } = await at('/register', { size: 'phone' }, 'limited_subuser');
    const umbrella = page.getByRole('button', { name: 'Umbrella' });
    const before = await umbrella.boundingBox();
    await page.locator('input[type=file]').setInputFiles(await photo('#204060'));
    await page.locator('.taken img').waitFor();
    expect(await umbrella.boundingBox()).toEqual(before);
    await context.close();
  });

  it('has the focus on its heading when it is new, so that its title is said', async () => {
    const { page, context } = await at('');
    const focused = () => page.evaluate('[document.activeElement.tagName, document.activeElement.textContent]');
    for (const name of ['Requests', 'Dispose', 'People and places', 'Today']) {
      await page.getByRole('link', { name }).focus();
      // As one who comes there by the keyboard: another key lies between.
      await page.keyboard.press('Shift');
      await page.keyboard.press('Enter');
      await heading(page, name);
      expect([await focused(), await page.title()]).toEqual([['H1', name], `${name} · Lost and found`]);
    }
    await page.getByRole('link', { name: 'Find' }).focus();
    await page.keyboard.press('Shift');
    await page.keyboard.press('Enter');
    await page.locator('#find:focus').waitFor();
    await context.close();
  });

  it('shows what has the focus, also the date of a filter', async () => {
    const { page, context } = await at('/find');
    await page.getByRole('combobox', { name: 'Shelf' }).focus();
    await page.keyboard.press('Tab');
    const outline = '[document.activeElement.type, getComputedStyle(document.activeElement).outlineStyle]';
    expect(await page.evaluate(outline)).toEqual(['date', 'solid']);
    await context.close();
  });

  it('is not covered by its bars at 400 %', async () => {
    const { page, context } = await at('/register', { size: 'phone' });
    await page.setViewportSize({ width: 320, height: 256 });
    await page.locator('.pad button').first().scrollIntoViewIfNeeded();
    await picture(page, 'zoomed');
    const lying = `[...document.querySelectorAll('*')].filter((one) => ['fixed', 'sticky'].includes(getComputedStyle(one).position)
      && one.getBoundingClientRect().height > 0 && !one.matches('.toasts')).map((one) => one.outerHTML.slice(0, 60))`;
    expect(await page.evaluate(lying)).toEqual([]);
    await context.close();
  });

  it.each(LANGUAGES)('has room for the whole navigation on 320 pixels in %s', async (locale) => {
    const { page, context } = await at('/requests', { size: 'phone', locale });
    await page.setViewportSize({ width: 320, height: 700 });
    const cut = await page.evaluate(
      `[...document.querySelectorAll('nav > * > span:not(.name)')]
        .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent)`,
    );
    expect(cut).toEqual([]);
    await context.close();
  });
});
