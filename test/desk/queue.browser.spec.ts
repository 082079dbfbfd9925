import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeFinds, type Desk, finds, photo, picture, signIn, startAtDesk, visit } from './support.js';

describe('a find on the phone', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk();
  });
  afterAll(() => desk?.stop());

  const finder = async (role = 'property_subuser', before?: string) => {
    const { page, context } = await visit(browser, { size: 'phone' });
    if (before) await page.addInitScript(before);
    await signIn(page, desk, role, '/register');
    return { page, context };
  };
  const named = async (item: string) =>
    (await desk.call('GET', '/items?limit=100')).items.filter((one: { item: string }) => one.item === item);
  async function register(page: Page, words: string): Promise<void> {
    await page.getByLabel('Or in your words').fill(words);
    await page.getByRole('button', { name: '7', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
  }
  /** Something registered while there is no network, and changed before it is sent. */
  async function waits(page: Page, context: BrowserContext, words: string, script: string): Promise<void> {
    await page.evaluate('navigator.serviceWorker.ready');
    await context.setOffline(true);
    await register(page, words);
    await page.getByRole('button', { name: 'Next find' }).waitFor();
    await changeFinds(page, script);
    await context.setOffline(false);
    await page.goto(`${desk.url}/desk/waiting`);
  }
  const BROKEN = `find.photos = [{ key: 'good', type: 'image/jpeg', bytes: find.photos[0].bytes },
    { key: 'broken', type: 'image/jpeg', bytes: new Uint8Array([255, 216, 255, 1]).buffer }];`;

  it('whose photo is refused has its number, gets its mended words, and the photo is left out', async () => {
    const { page, context } = await finder();
    await page.locator('input[type=file]').setInputFiles(await photo('#446688'));
    await page.locator('.camera img').waitFor();
    await waits(page, context, 'Leather glove', BROKEN);
    await page.getByText('This file can not be used. Please choose a JPG or PNG.').waitFor();
    const [{ ID }] = await named('Leather glove');
    await page.getByText(`Registered as No. ${ID}`).waitFor();
    await picture(page, 'photo-refused');
    await page.getByLabel('Item').fill('Leather glove, left');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(async () => (await named('Leather glove, left')).length).toBe(1);
    await page.getByRole('button', { name: 'Without this photo' }).click();
    await page.getByText('Everything is sent.').waitFor();
    expect((await named('Leather glove, left'))[0]).toMatchObject({ ID, photos: [{}] });
    await context.close();
  });

  it('of housekeeping is mended in the same way, and another photo takes the place of the refused one', async () => {
    const { page, context } = await finder('limited_subuser');
    await page.locator('input[type=file]').setInputFiles(await photo('#446688'));
    await page.locator('.camera img').waitFor();
    await waits(page, context, 'Woollen cap', BROKEN);
    await page.getByLabel('Item').fill('Woollen cap, grey');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(async () => (await named('Woollen cap, grey')).length).toBe(1);
    await page.locator('input[type=file]').setInputFiles(await photo('#888888'));
    await page.getByText('Everything is sent.').waitFor();
    expect((await named('Woollen cap, grey'))[0].photos).toHaveLength(2);
    await context.close();
  });

  it('takes no photo that can not be read, and says so before it is saved', async () => {
    const { page, context } = await finder();
    const buffer = Buffer.from('00000018667479706865696300000000', 'hex');
    await page.locator('input[type=file]').setInputFiles({ name: 'live.heic', mimeType: 'image/heic', buffer });
    await page.getByText('This photo can not be read.').waitFor();
    await register(page, 'Find without a photo');
    await page.getByRole('heading', { name: 'Registered' }).waitFor();
    await context.close();
  });

  it('keeps a transparent picture on white', async () => {
    const { page, context } = await finder();
    const clear = { create: { width: 300, height: 300, channels: 4, background: '#ff000000' } } as const;
    const buffer = await sharp(clear).png().toBuffer();
    await page.locator('input[type=file]').setInputFiles({ name: 'clear.png', mimeType: 'image/png', buffer });
    await page.locator('.camera img').waitFor();
    await register(page, 'Cut-out picture');
    await expect.poll(async () => (await named('Cut-out picture'))[0]?.photos.length).toBe(1);
    const { pathname } = new URL((await named('Cut-out picture'))[0].photos[0].url);
    const shown = await (await fetch(desk.url + pathname)).bytes();
    const { dominant } = await sharp(shown).stats();
    expect(Math.min(dominant.r, dominant.g, dominant.b)).toBeGreaterThan(240);
    await context.close();
  });

  it.each([
    ['is full', 'IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); }'],
    ['can not be opened', 'IDBFactory.prototype.open = () => { throw new DOMException("no", "SecurityError"); }'],
    [
      'never opens',
      `const { open } = IDBFactory.prototype; IDBFactory.prototype.open = function (...to) { const request = open.apply(this, to);
         const unheard = (event) => event.stopImmediatePropagation();
         for (const kind of ['success', 'upgradeneeded', 'error']) request.addEventListener(kind, unheard);
         return request; }`,
    ],
    ['fails by an event', 'for (const name of ["desk", "desk-work"]) indexedDB.open(name, 9)'],
    ['is not there', 'Object.defineProperty(globalThis, "indexedDB", { value: undefined })'],
    [
      'keeps no settings',
      'Object.defineProperty(globalThis, "localStorage", { get() { throw new DOMException("no", "SecurityError"); } })',
    ],
  ])('is sent at once where the storage of the phone %s', async (how, script) => {
    const { page, context } = await finder('property_subuser', script);
    await register(page, `Storage ${how}`);
    await page.getByRole('heading', { name: 'Registered' }).waitFor();
    expect(await named(`Storage ${how}`)).toHaveLength(1);
    if (how !== 'keeps no settings') await page.getByText('This device keeps nothing.').first().waitFor();
    await context.close();
  });

  it('is not said to be kept where the device keeps nothing', async () => {
    const refuses = 'IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); }';
    const { page, context } = await finder('property_subuser', refuses);
    await page.locator('nav').waitFor();
    await context.setOffline(true);
    await register(page, 'Kept by nobody');
    await page.locator('.saved').getByText('This device keeps nothing.').waitFor();
    expect(await page.getByText('It is kept on this phone.').count()).toBe(0);
    await page.locator('.saved').getByRole('link', { name: 'Waiting to be sent' }).click();
    await page.locator('main').getByText('This device keeps nothing.').first().waitFor();
    await context.setOffline(false);
    await expect.poll(async () => (await named('Kept by nobody')).length).toBe(1);
    await context.close();
  });

  it('that is discarded while it is sent does not come back', async () => {
    const { page, context } = await finder();
    const held = Promise.withResolvers<void>();
    await page.route('**/api/v2/items', async (route) => {
      await held.promise;
      await route.continue();
    });
    await register(page, 'Discarded meanwhile');
    await page.getByRole('heading', { name: 'Waiting to be sent' }).waitFor();
    // As another window does it.
    await page.evaluate(`new Promise((resolve) => { indexedDB.open('desk').onsuccess = ({ target }) => {
      target.result.transaction('finds', 'readwrite').objectStore('finds').clear().onsuccess = resolve; }; })`);
    held.resolve();
    await page.getByText(/Registered as No\. \d+/).waitFor();
    expect(await finds(page)).toEqual([]);
    await context.close();
  });

  it('that is a year old by a clock that was set since is tried before it is given up', async () => {
    const { page, context } = await finder();
    await page.evaluate('navigator.serviceWorker.ready');
    await context.setOffline(true);
    await register(page, 'Lay in a drawer');
    await page.getByRole('button', { name: 'Next find' }).waitFor();
    await page.clock.install({ time: Date.now() + 8 * 86_400_000 });
    await context.setOffline(false);
    await page.goto(`${desk.url}/desk/waiting`);
    await page.getByText('Everything is sent.').waitFor();
    expect(await named('Lay in a drawer')).toHaveLength(1);
    expect(await page.getByText('Removed from this phone').count()).toBe(0);
    await context.close();
  });

  it.each([3, -365])(
    'has the time of the service where the clock of the phone is %i days off, and that is said',
    async (days) => {
      const { page, context } = await finder();
      await page.clock.install({ time: Date.now() + days * 86_400_000 });
      await page.reload();
      await page.getByText('The clock of this device is wrong.').waitFor();
      await picture(page, 'clock');
      await register(page, `Clock ${days}`);
      await page.getByRole('heading', { name: 'Registered' }).waitFor();
      const [{ foundAt }] = await named(`Clock ${days}`);
      expect(Math.abs(Date.parse(`${foundAt.replace(' ', 'T')}Z`) - Date.now())).toBeLessThan(120_000);
      await context.close();
    },
  );

  it('registered offline by a wrong clock is corrected when it is sent', async () => {
    const { page, context } = await finder();
    await page.evaluate('navigator.serviceWorker.ready');
    await context.setOffline(true);
    await page.clock.install({ time: Date.now() + 3 * 86_400_000 });
    await page.reload();
    await register(page, 'Offline and ahead');
    await page.getByRole('button', { name: 'Next find' }).waitFor();
    await context.setOffline(false);
    await expect.poll(async () => (await named('Offline and ahead')).length, { timeout: 50_000 }).toBe(1);
    const [{ foundAt }] = await named('Offline and ahead');
    expect(Math.abs(Date.parse(`${foundAt.replace(' ', 'T')}Z`) - Date.now())).toBeLessThan(120_000);
    await context.close();
  });

  it('waits for a busy service in other words than for the network', async () => {
    const { page, context } = await finder();
    await page.route('**/api/v2/items', (route) => route.fulfill({ status: 503, json: { code: 'unavailable' } }));
    await register(page, 'Busy');
    await page.getByRole('link', { name: 'Waiting to be sent' }).click();
    await page.getByText('The service is busy.').waitFor();
    await context.close();
  });

  it.each([
    { status: 200, contentType: 'text/html', body: '<h1>Welcome to our Wi-Fi</h1>' },
    { status: 200, contentType: 'text/plain', body: 'Success' },
    { status: 200, body: '' },
    { status: 204 },
    { status: 511, contentType: 'text/html', body: '<h1>Please sign in</h1>' },
  ])('waits where a network answers in the place of the service: %j', async (answer) => {
    const { page, context } = await finder();
    await page.route('**/api/v2/items', (route) => route.fulfill(answer));
    await register(page, `Held back ${JSON.stringify(answer)}`);
    await page.getByRole('link', { name: 'Waiting to be sent' }).click();
    await page.getByText('Waits for the network').waitFor();
    await context.close();
  });

  it('goes to nobody who was chosen for another room, and Save says whom it tells', async () => {
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    const stay = (room: string, firstName: string) => ({
      externalID: `stay-${room}`,
      room,
      arrivalDate: day(-2),
      departureDate: day(0),
      reservationNumber: `R-${room}`,
      guest: { firstName, lastName: 'Guest', contactEmail: `${firstName.toLowerCase()}@example.com` },
    });
    await desk.call('PUT', '/locations/demo:1/stays', { stays: [stay('812', 'Anna'), stay('813', 'Bob')] });
    const { page, context } = await finder();
    await page.getByRole('button', { name: 'Charger' }).click();
    for (const digit of ['8', '1', '2']) await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('button', { name: /Anna Guest/ }).click();
    await page.getByText('A message will go to Anna Guest.').waitFor();
    await picture(page, 'register-tells');
    await page.getByRole('button', { name: 'Delete the last digit' }).click();
    await page.getByRole('button', { name: '3', exact: true }).click();
    await page.getByRole('button', { name: /Bob Guest/ }).waitFor();
    expect(await page.getByText('A message will go to').count()).toBe(0);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Registered' }).waitFor();
    expect((await named('Charger'))[0].owner.lastName).toBeNull();
    await context.close();
  });
});
