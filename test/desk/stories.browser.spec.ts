import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCamera } from './camera.js';
import { type Desk, photo, signIn, startAtDesk, visit } from './support.js';

describe('at the front desk', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk({ full: true });
  });
  afterAll(() => desk?.stop());

  const clerk = async (path: string, role = 'property_subuser', options = {}) => {
    const { page, context, faults } = await visit(browser, options);
    await signIn(page, desk, role, path);
    return { page, context, faults };
  };
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor();

  it('a guest on the telephone is found by name and room, and what they answer on their page shows without reloading', async () => {
    const { page, context } = await clerk('/find');
    await page.locator('#find:focus').waitFor();
    await page.keyboard.type('Schmidt 312');
    await page.waitForURL(/q=Schmidt/);
    await page.getByText('Blue umbrella').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /Phone, cracked screen/ }).click();
    await heading(page, 'Phone, cracked screen');
    await page.getByRole('button', { name: 'Guest’s link' }).click();
    const link = await page.getByRole('textbox', { name: 'Guest’s link' }).inputValue();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('link', { name: 'Today' }).click();
    await heading(page, 'To hand over 2');
    expect((await fetch(`${link}/collect`, { method: 'POST' })).ok).toBe(true);
    await heading(page, 'To hand over 3');
    await context.close();
  });

  it('two who edit one ring: the slower sees both values and chooses', async () => {
    const { page, context } = await clerk('/items/10');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Brand').fill('Mine');
    await page.getByText('Colour:').click();
    await page.getByLabel('Light blue').check();
    await page.getByLabel('Handling').selectOption('Perishable');
    await desk.call('PUT', '/items/10', { brand: 'Theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Somebody else has changed this meanwhile.').waitFor();
    for (const name of ['Theirs', 'Mine', 'Perishable']) await page.getByRole('cell', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Use mine' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    const kept = await desk.call('GET', '/items/10');
    expect([kept.brand, kept.handling]).toEqual(['Mine', 'perishable']);
    expect(kept.colors).toContain('lightBlue');
    await page.locator('dd', { hasText: 'Light blue' }).waitFor();
    expect([kept.storagePlaceID, kept.hiddenMark]).toEqual([1, 'Engraved: M + R 2019']);
    await context.close();
  });

  it('the price for Japan is one tap away, and who wants it sent gives the address on the telephone', async () => {
    await desk.call('PUT', '/locations/demo:1/shipping', {
      paidBy: 'location',
      currency: 'EUR',
      rates: [
        { countries: ['DE'], price: 9.5 },
        { countries: ['JP', 'US'], price: 39.5, days: '5-8' },
      ],
    });
    const { page, context } = await clerk('/items/15');
    await page.getByText('What sending costs').click();
    await page.getByRole('listitem').filter({ hasText: 'Japan' }).getByText('€39.50').waitFor();
    await page.getByRole('button', { name: 'Guest’s answer' }).click();
    await page.getByRole('button', { name: 'Wants it sent' }).click();
    await page.getByLabel('Street and number').fill('1-2-3 Ginza');
    await page.getByLabel('City').fill('Tokyo');
    await page.getByLabel('Country').selectOption('Japan');
    await page.getByRole('button', { name: 'Wants it sent' }).click();
    await page.getByRole('button', { name: 'Pack and ship' }).click();
    for (const line of ['Noah de Boer', '1-2-3 Ginza', 'Tokyo', 'Japan']) await page.getByText(line, { exact: true }).waitFor();
    await page.getByLabel('Weight').selectOption('< 2 kg');
    await expect.poll(async () => (await desk.call('GET', '/items/15')).shipping.weight).toEqual({ ID: 1 });
    await context.close();
  });

  it('what a guest seeks and nobody found is written down where it was looked for', async () => {
    const { page, context } = await clerk('/find');
    await page.locator('#find:focus').waitFor();
    await page.keyboard.type('tortoiseshell comb');
    await page.waitForURL(/q=tortoiseshell\+comb$/);
    await page.getByRole('link', { name: 'New Request' }).click();
    await page.getByLabel('Email').fill('ida@example.com');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await heading(page, 'tortoiseshell comb');
    const { requests } = await desk.call('GET', '/requests');
    expect(requests[0]).toMatchObject({ request: 'tortoiseshell comb', owner: { email: 'ida@example.com' } });
    await context.close();
  });

  it('a Request is assigned and its notes are written down; what a colleague wrote meanwhile is not overwritten unseen', async () => {
    const { page, context } = await clerk('/requests/2', 'property_admin');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Notes').fill('Called twice');
    await page.getByLabel('Assigned to').selectOption(desk.user('property_subuser').username);
    await desk.call('PUT', '/requests/2', { internalNotes: 'Was here on Monday' });
    await page.getByRole('button', { name: 'Save' }).click();
    for (const name of ['Was here on Monday', 'Called twice']) await page.getByRole('cell', { name, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Leave it as it is' }).click();
    await page.locator('dd', { hasText: 'Was here on Monday' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Assigned to').selectOption(desk.user('property_subuser').username);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('dd', { hasText: desk.user('property_subuser').username }).waitFor();
    expect((await desk.call('GET', '/requests/2')).internalNotes).toBe('Was here on Monday');
    await context.close();
  });

  it('a match that is refused is offered no more', async () => {
    const { page, context } = await clerk('/requests/1');
    await page.getByRole('link', { name: /Blue umbrella/ }).waitFor();
    const refuse = async () => {
      await page.getByRole('button', { name: 'Not this' }).first().click();
      await page.getByRole('link', { name: /Blue umbrella/ }).waitFor({ state: 'detached' });
    };
    await refuse();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('link', { name: /Blue umbrella/ }).waitFor();
    await refuse();
    await context.close();
  });

  it('what a guest calls by another word is shown below what was found, with the reason, and may still be written down', async () => {
    const { page, context } = await clerk('/find');
    await page.locator('#find:focus').waitFor();
    await page.keyboard.type('brolly');
    await heading(page, 'Perhaps meant');
    const row = page.getByRole('listitem').filter({ hasText: 'Blue umbrella' });
    expect(await row.textContent()).toMatch(/\d+ ?%/);
    await page.getByRole('link', { name: 'New request' }).waitFor();
    await row.getByRole('link').first().click();
    await heading(page, 'Blue umbrella');
    await context.close();
  });

  it('a find is registered with the thumb alone, in six taps and without a word', async () => {
    const { page, context } = await clerk('/register', 'limited_subuser', { size: 'phone' });
    const taps = ['Umbrella', '5', '0', '1', 'Save', 'Next find'];
    for (const name of taps.slice(0, 5)) await page.getByRole('button', { name, exact: true }).tap();
    await heading(page, 'Registered');
    await page.getByRole('button', { name: taps[5]! }).tap();
    await page.goto(`${desk.url}/desk`);
    await page.getByText('Room 501').waitFor();
    await context.close();
  });

  it('a find that somebody else has registered already is shown beside the new number', async () => {
    const { page, context } = await clerk('/register', 'property_subuser', { size: 'phone' });
    await page.getByLabel('Or in your words').fill('Blue umbrella');
    await page.getByRole('button', { name: 'Lobby' }).tap();
    await page.getByRole('button', { name: 'Save' }).tap();
    await heading(page, 'Registered');
    await heading(page, 'May be the same as');
    await page.getByRole('link', { name: /Blue umbrella.*No\. 16/ }).waitFor();
    await context.close();
  });

  it('of a passport no photo is taken', async () => {
    const { page, context } = await clerk('/register', 'property_subuser', { size: 'phone' });
    await page.locator('input[type=file]').first().waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'ID or passport' }).tap();
    await page.getByText('No photo is taken of documents.').waitFor();
    expect(await page.locator('.camera').count()).toBe(0);
    await context.close();
  });

  it('everything is reached by the keyboard alone', async () => {
    const { page, context } = await clerk('');
    await heading(page, 'Today');
    await page.keyboard.press('?');
    await heading(page, 'Keyboard');
    await page.keyboard.press('Escape');
    // Signs that come faster are a scanner's.
    await page.waitForTimeout(100);
    // However fast one types: a word's `n` behind it is no shortcut.
    const focused = await page.evaluate(`dispatchEvent(new KeyboardEvent('keydown', { key: '/' }));
      new Promise((next) => setTimeout(() => next(document.activeElement.id)))`);
    expect(focused).toBe('find');
    await heading(page, 'Find');
    // A tabulator behind signs that come faster is a scanner's.
    await page.keyboard.type('straw', { delay: 60 });
    const result = page.getByRole('link', { name: /Straw hat/ });
    await result.waitFor();
    for (let tabs = 0; tabs < 20 && !(await result.evaluate((link) => link.matches(':focus'))); tabs++)
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await heading(page, 'Straw hat');
    await page.keyboard.press('n');
    await heading(page, 'Register a find');
    await context.close();
  });

  it('keys lead nowhere but where the person may go, and a scanner is read where no field is', async () => {
    for (const [role, begins, key] of [
      ['limited_subuser', 'My finds', '/'] as const,
      ['overview_subuser', 'Today', 'n'] as const,
    ]) {
      const { page, context } = await clerk('', role);
      await heading(page, begins);
      // As fast as a hand.
      await page.keyboard.press(key, { delay: 60 });
      await page.keyboard.press('?');
      await heading(page, 'Keyboard');
      expect(await page.locator('dialog kbd').allTextContents()).not.toContain(key);
      await heading(page, begins);
      await context.close();
    }
    const { page, context } = await clerk('');
    await heading(page, 'Today');
    // A German keyboard's names of what an American scanner types; the `n` of its host is no shortcut.
    await page.evaluate(`for (const sign of 'https://lost.norden.example/i/demo:1/17' + String.fromCharCode(13)) {
      const [key, code, shiftKey = false] = { ':': ['Ö', 'Semicolon', true], '/': ['-', 'Slash'], '.': ['.', 'Period'],
        '\\r': ['Enter', 'Enter'] }[sign] ?? [sign, (/\\d/.test(sign) ? 'Digit' : 'Key') + sign.toUpperCase()];
      dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey })); }`);
    await heading(page, 'Bunch of four keys');
    const before = await page.evaluate('history.length');
    // The same key in Arabic, held down.
    await page.evaluate(`for (const repeat of [false, true, true])
      dispatchEvent(new KeyboardEvent('keydown', { key: 'ى', code: 'KeyN', repeat }))`);
    await heading(page, 'Register a find');
    expect(await page.evaluate('history.length')).toBe(Number(before) + 1);
    // A letter that is typed right behind the press that opens a dialog is meant for it.
    await page.goBack();
    await heading(page, 'Bunch of four keys');
    await page.getByRole('button', { name: 'Hold', exact: true }).waitFor();
    await page.evaluate(`[...document.querySelectorAll('button')].find((one) => one.textContent === 'Hold').click();
      new Promise((next) => setTimeout(next)).then(() =>
        document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: 'n', bubbles: true })))`);
    await page.locator('dialog[open]').waitFor();
    await context.close();
  });

  it('a list to which Back leads is where it was, and the help is left behind', async () => {
    const { page, context } = await clerk('/find');
    await page.setViewportSize({ width: 1440, height: 400 });
    const last = page.locator('ul.rows li:last-child a').first();
    await last.scrollIntoViewIfNeeded();
    const before = await page.evaluate('scrollY');
    expect(before).toBeGreaterThan(0);
    await last.click();
    await page.locator('h1').filter({ hasNotText: 'Find' }).waitFor();
    await page.keyboard.press('?');
    await heading(page, 'Keyboard');
    await page.goBack();
    await heading(page, 'Find');
    await expect.poll(() => page.evaluate('scrollY')).toBe(before);
    expect(await page.locator('dialog[open]').count()).toBe(0);
    await context.close();
  });

  it('photos are dropped and pasted, but the picture of copied cells is not', async () => {
    const { page, context } = await clerk('/register');
    await page.locator('.shutter').waitFor();
    const { buffer } = await photo('#804020');
    const given = (kind: string, text = '') =>
      page.evaluate(`{ const given = new DataTransfer();
        const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), (one) => one.charCodeAt(0));
        given.items.add(new File([bytes], 'p.jpg', { type: 'image/jpeg' }));
        if ('${text}') given.setData('text/plain', '${text}');
        const Kind = '${kind}' === 'paste' ? ClipboardEvent : DragEvent;
        const event = new Kind('${kind}', { dataTransfer: given, clipboardData: given, bubbles: true, cancelable: true });
        document.querySelector('main').dispatchEvent(event);
        event.defaultPrevented; }`);
    expect([await given('dragover'), await given('drop')]).toEqual([true, true]);
    await page.locator('.taken').first().waitFor();
    expect([await given('paste', 'cells'), await given('paste')]).toEqual([false, true]);
    await page.locator('.taken').nth(1).waitFor();
    expect(await page.locator('.taken').count()).toBe(2);
    await context.close();
  });

  it.each([
    ['limited_subuser', 'My finds', ['/find', '/items/14', '/people']],
    ['overview_subuser', 'Today', ['/register', '/people', '/items/10/hand-over']],
    ['property_subuser', 'Today', ['/people']],
    ['property_admin', 'Today', []],
  ])('a %s begins with “%s” and meets a kind page elsewhere', async (role, begins, elsewhere) => {
    const { page, context, faults } = await clerk('', role);
    await heading(page, begins);
    for (const path of [...elsewhere, '/nowhere']) {
      await page.goto(`${desk.url}/desk${path}`);
      await heading(page, 'Nothing here');
    }
    expect(faults).toEqual([]);
    await context.close();
  });

  it('the label on a find is read by the camera and leads to it', async () => {
    await withCamera(`${desk.url}/i/demo:1/17`, async (camera) => {
      const { page } = await visit(camera, { size: 'phone' });
      await signIn(page, desk, 'property_subuser', '/find');
      await page.getByRole('button', { name: 'Scan a code' }).tap();
      await heading(page, 'Bunch of four keys');
    });
  });

  it('a session ends with its user, and says so', async () => {
    const { page, context } = await clerk('/find', 'overview_subuser');
    const users = await desk.call('GET', '/users');
    const { ID } = users.find(({ username }: { username: string }) => username === desk.user('overview_subuser').username);
    await desk.call('PUT', `/users/${ID}/disabled`, { disabled: true });
    await page.keyboard.type('ring');
    await page.getByText('Your session has ended.').waitFor();
    await context.close();
  });

  it('a session that another tab has given to somebody else ends, and does nothing in their name', async () => {
    const { page, context } = await clerk('/items/17', 'property_subuser');
    const { username, password } = desk.user('group_admin');
    const opened = await context.request.post(`${desk.url}/api/v2/desk/session`, { data: { username, password } });
    expect(opened.ok()).toBe(true);
    const expired = { status: 401, json: { code: 'unauthenticated', status: 401 } };
    let token: string | undefined;
    await page.route('**/api/v2/search?*', (route) => {
      const { authorization } = route.request().headers();
      token ??= authorization;
      return authorization === token ? route.fulfill(expired) : route.continue();
    });
    await page.keyboard.type('/ring');
    await page.getByText('Your session has ended.').waitFor();
    await context.close();
  });

  it('is small, and its worker holds nothing of the API', async () => {
    const page = await (await fetch(`${desk.url}/desk`)).text();
    const scripts = [...page.matchAll(/(?:src|href)="(\/desk\/assets\/[^"]+\.js)"/g)].map(([, path]) => path!);
    const sizes = scripts.map(async (path) => gzipSync(await (await fetch(desk.url + path)).bytes()).length);
    const bytes = (await Promise.all(sizes)).reduce((sum, one) => sum + one, 0);
    expect(scripts.length).toBeGreaterThan(0);
    expect(bytes).toBeLessThan(150_000);
    expect(readFileSync('apps/desk/src/service-worker.js', 'utf8')).not.toContain("'/api");
  });
});
