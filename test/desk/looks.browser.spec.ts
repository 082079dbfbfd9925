import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { faultsOf, startBrowser } from '../support/browser.js';
import { type Desk, photo, picture, type Size, signIn, startDesk, visit } from './support.js';

const VIEWS = [
  '',
  '/find?q=ring',
  '/register',
  '/requests',
  '/dispose',
  '/people',
  '/waiting',
  '/labels',
  '/items/1',
  '/items/2/hand-over',
];
const LOOKS: readonly [locale: string, size: Size, dark: boolean][] = [
  ['en', 'desktop', false],
  ['de', 'phone', true],
  ['ar', 'phone', false],
  ['en', 'phone', false],
  ['de', 'desktop', true],
];

/** A guest's life at a hotel, as small as the views need it. */
async function fill(desk: Desk): Promise<void> {
  const place = await desk.call('POST', '/locations/demo:1/storage-places', { name: 'Cellar' });
  const shelf = await desk.call('POST', '/locations/demo:1/storage-places', { name: 'Shelf B', parentID: place.ID });
  const common = { locationID: 'demo:1', foundAt: new Date().toISOString(), storagePlaceID: shelf.ID };
  const owner = { firstName: 'Lena', lastName: 'Müller', contactEmail: 'lena.mueller@example.com', phoneNumber: '+49 40 123456' };
  for (const item of [
    {
      item: 'Gold ring with a blue stone',
      location: 'Room 312',
      handling: 'valuable',
      hiddenMark: 'Engraved “L & P 2019”',
      owner,
    },
    { item: 'Phone charger', location: 'Bar', brand: 'Anker', owner },
    { item: 'Child’s teddy bear', location: 'Restaurant' },
    { item: 'Silver ring', location: 'Spa', owner },
  ]) {
    const { ID } = await desk.call('POST', '/items', { ...common, ...item });
    const form = new FormData();
    const { buffer, mimeType } = await photo(['#c9a227', '#222', '#8a5a2b', '#9aa4ad'][ID - 1]!);
    form.set('image', new Blob([new Uint8Array(buffer)], { type: mimeType }), 'photo.jpg');
    await desk.call('POST', `/items/${ID}/photos`, form);
  }
  await desk.call('PUT', '/items/2/response', { response: 'pickup' });
  await desk.call('PUT', '/items/4/status', { status: 'left-behind' });
  const guest = { name: 'Lena Müller', email: 'lena.mueller@example.com' };
  await desk.call('POST', '/locations/demo:1/requests', {
    request: 'My gold ring with a blue stone',
    location: 'Room 312',
    departuredDate: new Date().toISOString().slice(0, 10),
    owner: guest,
  });
}

describe('every view of the desk', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await Promise.all([startDesk(), startBrowser()]);
    await fill(desk);
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.stop();
  });

  it.each(LOOKS)('in %s on a %s, dark: %s, breaks no rule of accessibility and fits the screen', async (locale, size, dark) => {
    const { page, context, faults } = await visit(browser, { locale, size, dark });
    await page.goto(`${desk.url}/desk`);
    await page.locator('input[name=username]').waitFor();
    expect(['sign-in', await faultsOf(page)]).toEqual(['sign-in', []]);
    await picture(page, `sign-in-${locale}-${size}`);
    await signIn(page, desk, 'group_admin');
    for (const view of VIEWS) {
      await page.goto(`${desk.url}/desk${view}`);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      expect([view, await faultsOf(page)]).toEqual([view, []]);
      expect([view, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([view, true]);
      await picture(page, `${view.replaceAll(/\W+/g, '-').replace(/^-|-q.*/g, '') || 'today'}-${locale}-${size}`);
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it('fits a window of 320 pixels', async () => {
    const { page, context } = await visit(browser);
    await page.setViewportSize({ width: 320, height: 600 });
    await signIn(page, desk, 'group_admin');
    for (const view of VIEWS) {
      await page.goto(`${desk.url}/desk${view}`);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      expect([view, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([view, true]);
    }
    await context.close();
  });
});
