import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ARGUMENTS, CHROMIUM, startBrowser } from '../support/browser.js';
import { type Desk, photo, picture, signIn, startAtDesk, visit } from './support.js';

describe('what is typed at the desk', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk({ full: true });
  });
  afterAll(() => desk?.stop());

  const clerk = async (path: string, role = 'property_subuser') => {
    const { page, context } = await visit(browser);
    await signIn(page, desk, role, path);
    return { page, context };
  };
  const drafts = (page: Page) =>
    page.evaluate<number>(`new Promise((resolve) => { indexedDB.open('desk-work').onsuccess = ({ target }) => {
      target.result.transaction('drafts').objectStore('drafts').count().onsuccess = (event) => resolve(event.target.result); }; })`);

  it('into Register is there after another view and after a reload, photo and all, until it is saved', async () => {
    const { page, context } = await clerk('/register');
    await page.locator('input[type=file]').setInputFiles(await photo('#334455'));
    await page.locator('.camera img').waitFor();
    await page.getByLabel('Or in your words').fill('Opera glasses');
    await page.getByRole('link', { name: 'Find', exact: true }).click();
    await page.getByRole('heading', { name: 'Find' }).waitFor();
    await page.getByRole('link', { name: 'Register' }).click();
    expect(await page.getByLabel('Or in your words').inputValue()).toBe('Opera glasses');
    await page.reload();
    await page.locator('.camera img').waitFor();
    expect(await page.getByLabel('Or in your words').inputValue()).toBe('Opera glasses');
    await page.getByRole('button', { name: 'Lobby' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Registered' }).waitFor();
    await page.reload();
    expect(await page.getByLabel('Or in your words').inputValue()).toBe('');
    await expect.poll(() => drafts(page)).toBe(0);
    await context.close();
  });

  it('into a dialog outlives Escape, another language and the end of the session; signing out forgets it', async () => {
    const { page, context } = await clerk('/items/14');
    const write = async (name = 'Write') => page.getByRole('button', { name, exact: true }).click();
    const text = page.locator('textarea[name=text]');
    await write();
    await text.fill('Eight sentences, all of them kind.');
    await page.keyboard.press('Escape');
    await write();
    await page.getByText('This was typed before and is not sent yet.').waitFor();
    await picture(page, 'draft');
    expect(await text.inputValue()).toBe('Eight sentences, all of them kind.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: desk.user('property_subuser').username }).click();
    await page.getByLabel('Language').selectOption('de');
    await write('Schreiben');
    expect(await text.inputValue()).toBe('Eight sentences, all of them kind.');
    await context.clearCookies();
    await page.reload();
    await signIn(page, desk, 'property_subuser', '/items/14');
    await write('Schreiben');
    expect(await text.inputValue()).toBe('Eight sentences, all of them kind.');
    await page.getByRole('button', { name: 'Von vorn beginnen' }).click();
    expect(await text.inputValue()).toBe('');
    await text.fill('Another one');
    await page.keyboard.press('Escape');
    expect(await drafts(page)).toBe(1);
    await page.getByRole('button', { name: desk.user('property_subuser').username }).click();
    await page.getByRole('button', { name: 'Abmelden' }).click();
    await page.locator('input[name=username]').waitFor();
    expect(await drafts(page)).toBe(0);
    await context.close();
  });

  it('of a parcel stays when a colleague was faster, who is shown, and goes the second time', async () => {
    const { items } = await desk.call('GET', '/items?status=shipment-paid');
    const [{ ID }] = items;
    const { page, context } = await clerk(`/items/${ID}/pack`);
    await page.getByLabel('Carrier', { exact: true }).fill('DHL');
    await page.getByLabel('Tracking number').fill('JD0146');
    await desk.call('PUT', `/items/${ID}`, { internalNotes: 'Wrap it well' });
    await page.getByLabel('Weight').selectOption('2–5 kg');
    await page.getByText('Somebody else was faster. Please look again. Notes').waitFor();
    await page.getByText('Not saved yet').waitFor();
    await desk.call('PUT', `/items/${ID}`, { brand: 'Rimowa' });
    await page.getByRole('button', { name: 'Parcel is ready' }).click();
    await page.locator('.trouble', { hasText: 'Rimowa' }).waitFor();
    await picture(page, 'pack-changed');
    expect(await page.getByLabel('Tracking number').inputValue()).toBe('JD0146');
    await page.waitForFunction('document.querySelector("form").getAttribute("aria-busy") === "false"');
    await expect
      .poll(
        async () => {
          await page
            .getByRole('button', { name: 'Parcel is ready' })
            .click({ timeout: 1_000 })
            .catch(() => undefined);
          return (await desk.call('GET', `/items/${ID}`)).status;
        },
        { timeout: 50_000 },
      )
      .toBe('in-route');
    expect((await desk.call('GET', `/items/${ID}`)).shipping.weight).toEqual({ ID: 2 });
    await context.close();
  });

  it('by a scanner into Find opens the item, the shelf and the only thing found', async () => {
    const { page, context } = await clerk('/find');
    /** Its keys come at once, however busy the machine is. */
    const scanned = async (code: string | readonly (readonly [string, string, boolean?])[], end = 'Enter') => {
      await page.locator('#find').fill('');
      await page.evaluate(`(() => { const field = document.querySelector('#find'); field.focus();
        const press = (key, code, shiftKey) => field.dispatchEvent(
          new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }));
        for (const [key, code, shiftKey] of ${JSON.stringify([...code].map((key) => [key].flat()))}) {
          press(key, code, shiftKey); field.value += key; field.dispatchEvent(new Event('input', { bubbles: true })); }
        press('${end}', '${end}'); })()`);
    };
    const codes = [['http://other.example/i/demo:1/17'], ['demo:1/17'], ['17'], [']C117'], ['17', 'Tab']] as const;
    for (const [code, end] of codes) {
      await scanned(code, end);
      await page.getByRole('heading', { name: 'Bunch of four keys' }).waitFor();
      await page.goto(`${desk.url}/desk/find`);
    }
    // A German keyboard writes what an American scanner types in other letters.
    await scanned([
      ['d', 'KeyD'],
      ['e', 'KeyE'],
      ['m', 'KeyM'],
      ['o', 'KeyO'],
      ['Ö', 'Semicolon', true],
      ['1', 'Digit1'],
      ['-', 'Slash'],
      ['1', 'Digit1'],
      ['7', 'Digit7'],
    ]);
    await page.getByRole('heading', { name: 'Bunch of four keys' }).waitFor();
    await page.goto(`${desk.url}/desk/find`);
    const [place] = await desk.call('GET', '/locations/demo:1/storage-places?limit=10');
    await scanned(`${desk.url}/desk/find?locationID=demo:1&storagePlaceID=${place.ID}`);
    await page.waitForURL(new RegExp(`storagePlaceID=${place.ID}$`));
    await page.goto(`${desk.url}/desk/find`);
    await scanned(place.code);
    await page.waitForURL(new RegExp(`storagePlaceID=${place.ID}$`));
    await context.close();
  });

  it('by an input method into Find is not sought as a code before its Enter has ended it', async () => {
    const { page, context } = await clerk('/find');
    await page.locator('#find').fill('17');
    const pressed = (composing: object) =>
      page.locator('#find').dispatchEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...composing });
    for (const composing of [{ isComposing: true }, { keyCode: 229 }]) await pressed(composing);
    await page.getByText('Bunch of four keys').waitFor();
    expect(new URL(page.url()).pathname).toBe('/desk/find');
    await pressed({});
    await page.waitForURL(/items\/17$/);
    await context.close();
  });

  it('with a tab in it, as a spreadsheet gives it, is a space as it is shown', async () => {
    const { page, context } = await clerk('/items/17/hand-over');
    const field = page.getByLabel('To whom');
    await field.fill('');
    await field.focus();
    await page.keyboard.insertText('Ann\tLee');
    expect(await field.inputValue()).toBe('Ann Lee');
    await context.close();
  });

  it('is taken without https too, which the desk asks for in words', async () => {
    const own = await startBrowser([`--host-resolver-rules=MAP lan.hotel.test 127.0.0.1`]);
    try {
      const { page } = await visit(own, { size: 'phone' });
      const lan = { ...desk, url: desk.url.replace(/\/\/[^:]+/, '//lan.hotel.test') };
      await page.goto(`${lan.url}/desk`);
      await page.getByText('The desk needs https').waitFor();
      await signIn(page, lan, 'property_subuser', '/register');
      await page.getByRole('button', { name: 'Umbrella' }).click();
      await page.getByRole('button', { name: 'Lobby' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Registered' }).waitFor();
      await page.goto(`${lan.url}/desk/find`);
      await page.getByRole('button', { name: 'Scan a code' }).click();
      await page.getByRole('alert').getByText('The desk needs https').waitFor();
    } finally {
      await own.close();
    }
  });

  it('is taken where the browser refuses cookies and all that comes with them, which the desk says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'no-cookies-'));
    mkdirSync(join(folder, 'Default'));
    const blocked = { profile: { default_content_setting_values: { cookies: 2 } } };
    writeFileSync(join(folder, 'Default/Preferences'), JSON.stringify(blocked));
    const own = await chromium.launchPersistentContext(folder, { executablePath: CHROMIUM, args: ARGUMENTS, locale: 'en' });
    try {
      const page = await own.newPage();
      const uncaught: string[] = [];
      page.on('pageerror', ({ message }) => uncaught.push(message));
      await page.goto(`${desk.url}/desk`);
      await page.getByText('This browser refuses cookies').waitFor();
      await signIn(page, desk, 'property_subuser', '/register');
      await page.getByRole('button', { name: 'Umbrella' }).click();
      await page.getByRole('button', { name: 'Lobby' }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Registered' }).waitFor();
      expect(uncaught).toEqual([]);
    } finally {
      await own.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('as paid is for managers alone to say', async () => {
    await desk.call('PUT', '/locations/demo:1/shipping', {
      paidBy: 'guest',
      currency: 'EUR',
      rates: [{ countries: null, price: 12 }],
    });
    const address = { address: '1-2-3 Ginza', city: 'Tokyo', zipCode: '104-0061', countryID: 'JP' };
    await desk.call('PUT', '/items/15/response', { response: 'ship', address });
    expect((await desk.call('GET', '/items/15')).payment.status).toBe('open');
    for (const [role, count] of [
      ['property_subuser', 0],
      ['property_admin', 1],
    ] as const) {
      const { page, context } = await clerk('/items/15', role);
      await page.getByRole('heading', { name: 'What happened' }).waitFor();
      expect([role, await page.getByRole('button', { name: 'Is paid' }).count()]).toEqual([role, count]);
      await context.close();
    }
  });

  it('as a filter of one Location ends with it', async () => {
    const { page, context } = await clerk('/find?locationID=demo:1&storagePlaceID=1', 'group_admin');
    const locations = page.getByRole('combobox', { name: 'Location' });
    await locations.waitFor();
    await locations.selectOption({ index: 2 });
    await page.waitForURL((url) => url.searchParams.get('locationID') !== 'demo:1');
    expect(new URL(page.url()).searchParams.get('storagePlaceID')).toBeNull();
    await context.close();
  });
});
