import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Desk, show, signIn, startAtDesk, visit } from './support.js';

/** Views with what can be pressed in them: all of it is, so that they come last, and users, who are disabled there, at the very end. */
const VIEWS = [
  '/items/14',
  '/items/10',
  '/items/8/pack',
  '/items/10/hand-over',
  '/requests/1',
  '/requests',
  '/find?q=ring',
  '/people',
];

/** How long after a double press its calls may begin, in ms: nothing tells of those that do not. */
const SPAN = 400;

/** Two presses within so many ms are a double press (apps/desk/src/parts/press.ts). */
const DOUBLE = 400;

describe('what is pressed twice', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk({ full: true });
  });
  afterAll(() => desk?.stop());

  const clerk = async (path: string, role = 'property_subuser') => {
    const { page, context } = await visit(browser, { size: 'phone' });
    await page.addInitScript('globalThis.print = () => undefined');
    page.on('dialog', (dialog) => void dialog.accept());
    const writes: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (!['GET', 'HEAD'].includes(request.method()) && !pathname.includes('/session'))
        writes.push(`${request.method()} ${pathname}`);
    });
    await signIn(page, desk, role, path);
    await page.goto(`${desk.url}/desk${path}`);
    await page.locator('h1').waitFor();
    await page.waitForLoadState('networkidle');
    return { page, context, writes };
  };

  /** An item that is to be given to a carrier. */
  async function sentItem(): Promise<number> {
    const address = { address: 'Rue 1', city: 'Paris', zipCode: '75001', countryID: 'FR' };
    const find = { item: 'Scarf', location: 'Bar', departuredDate: '2026-11-20', locationID: 'demo:1', shipping: {} };
    const { ID } = await desk.call('POST', '/items', { ...find, owner: { contactEmail: 'ida@example.com' } });
    await desk.call('PUT', `/items/${ID}/response`, { response: 'ship', address });
    await desk.call('POST', `/items/${ID}/shipment`, { status: 'pickup-scheduled', carrier: 'DHL', trackingNumber: 'X1' });
    return ID;
  }

  it('registers one find, sends one message and makes one shelf', async () => {
    const { page, context } = await clerk('/register', 'property_admin');
    const before = (await desk.call('GET', '/items?limit=100')).items.length;
    await page.getByRole('button', { name: 'Umbrella' }).tap();
    await page.getByRole('button', { name: 'Lobby' }).tap();
    await twice(page, page.getByRole('button', { name: 'Save' }));
    await page.getByRole('heading', { name: 'Registered' }).waitFor();
    expect((await desk.call('GET', '/items?limit=100')).items.length).toBe(before + 1);

    await page.goto(`${desk.url}/desk/register`);
    await page.getByRole('button', { name: 'Umbrella' }).tap();
    await page.getByRole('button', { name: 'Lobby' }).tap();
    await page.evaluate('for (let nth = 0; nth < 3; nth++) document.querySelector("form.register").requestSubmit()');
    await page.getByRole('heading', { name: 'Registered' }).waitFor();
    expect((await desk.call('GET', '/items?limit=100')).items.length).toBe(before + 2);

    await page.goto(`${desk.url}/desk/items/14`);
    const texts = async () =>
      (await desk.call('GET', '/items/14/messages')).filter(({ kind }: { kind: string }) => kind === 'text').length;
    await page.getByRole('button', { name: 'Write' }).tap();
    await page.getByLabel('Message').fill('We close at ten.');
    await page.evaluate('for (let nth = 0; nth < 2; nth++) document.querySelector("dialog form").requestSubmit()');
    await page.getByText(/^(Written|Held back)/).waitFor();
    expect(await texts()).toBe(1);

    await page.goto(`${desk.url}/desk/people`);
    await page.getByLabel('New place').fill('Shelf Z');
    await twice(page, page.getByRole('button', { name: 'Add', exact: true }));
    await page.getByText('Shelf Z').first().waitFor();
    const places = await desk.call('GET', '/locations/demo:1/storage-places?limit=100');
    expect(places.filter(({ name }: { name: string }) => name === 'Shelf Z')).toHaveLength(1);
    await context.close();
  });

  it('meets nothing that the first press has brought under the finger', async () => {
    const { page, context } = await clerk('');
    // A machine that was too slow for a double press, by the time of both presses, tries once more.
    for (let took = DOUBLE, tries = 0; took >= DOUBLE; tries++) {
      expect(tries).toBeLessThan(10);
      const ID = await sentItem();
      await page.goto(`${desk.url}/desk/items/${ID}`);
      const [x, y] = await middleOf(page.getByRole('button', { name: 'Carrier has it' }));
      await page.waitForLoadState('networkidle');
      const began = performance.now();
      await page.touchscreen.tap(x, y);
      await page.getByRole('button', { name: 'Delivered' }).waitFor();
      await page.touchscreen.tap(x, y);
      took = performance.now() - began;
      await page.waitForTimeout(SPAN);
      if (took < DOUBLE) expect((await desk.call('GET', `/items/${ID}`)).status).toBe('in-route');
    }

    await page.goto(`${desk.url}/desk/items/14/hand-over`);
    await page.getByLabel('To whom').fill('Ida');
    await page
      .getByRole('radio', { name: 'Guest named it' })
      .check({ force: true })
      .catch(() => undefined);
    const messages = async () => (await desk.call('GET', '/items/14/messages')).length;
    const sent = await messages();
    await twice(page, page.locator('form').getByRole('button', { name: 'Hand over' }));
    await page.getByText('handed over to Ida').first().waitFor();
    expect(await messages()).toBe(sent);
    await expect.poll(async () => (await desk.call('GET', '/items/14')).outcome, { timeout: 50_000 }).toBe('handed-over');
    await context.close();
  });

  it('by a key that is held down is done once', async () => {
    const { page, context, writes } = await clerk('/items/10');
    await page.getByRole('button', { name: 'Send again' }).focus();
    await page.keyboard.down('Enter');
    for (let repeated = 0; repeated < 10; repeated++) await page.keyboard.down('Enter');
    await page.keyboard.up('Enter');
    await page.getByText('Written, and waits to be sent.').first().waitFor();
    expect(writes).toEqual(['POST /api/v2/items/10/messages']);
    await context.close();
  });

  it('still types the same digit twice', async () => {
    const { page, context } = await clerk('/register');
    await twice(page, page.getByRole('button', { name: '1', exact: true }));
    expect(await page.getByLabel('Room or place').inputValue()).toBe('Room 11');
    await context.close();
  });

  it.each(VIEWS)('has one effect, whatever it is, in %s', async (view) => {
    const { page, context, writes } = await clerk(view, 'property_admin');
    const texts = await page
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((one) => one.getAttribute('aria-label') ?? one.textContent));
    for (const [nth, text] of texts.entries()) {
      const button = page.getByRole('button').nth(nth);
      // The same view for each, made anew; what was pressed before may have taken some away.
      if (nth > 0) for (const place of ['/labels', view]) await show(page, place);
      if (!(await button.isVisible()) || !(await button.isEnabled())) continue;
      writes.length = 0;
      await twice(page, button);
      await page.waitForTimeout(SPAN);
      expect([text, writes, new Set(writes).size]).toEqual([text, writes, writes.length]);
      expect([text, writes.length < 2]).toEqual([text, true]);
    }
    await context.close();
  });
});

async function middleOf(button: Locator): Promise<[x: number, y: number]> {
  await button.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await button.boundingBox())!;
  return [x + width / 2, y + height / 2];
}

/** Two taps of a finger that wants one thing. */
async function twice(page: Page, button: Locator): Promise<void> {
  const [x, y] = await middleOf(button);
  await page.touchscreen.tap(x, y);
  await page.touchscreen.tap(x + 2, y + 1);
}
