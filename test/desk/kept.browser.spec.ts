import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Desk, picture, type Size, signIn, startAtDesk, visit } from './support.js';

describe('a hand-over with signature', () => {
  let desk: Desk;
  let browser: Browser;
  let itemID: number;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk();
  });
  afterAll(() => desk?.stop());
  beforeEach(async () => {
    const owner = { lastName: 'Novak', contactEmail: 'novak@example.com' };
    const body = { item: 'Silver ring', location: 'Room 4', locationID: 'demo:1', foundAt: new Date().toISOString(), owner };
    ({ ID: itemID } = await desk.call('POST', '/items', body));
  });

  const item = () => desk.call('GET', `/items/${itemID}`);
  const recorded = () =>
    expect.poll(async () => (await item()).handover, { timeout: 50_000 }).toMatchObject({ to: 'Ana Novak', hasSignature: true });

  /** Signs and hands over: the guest leaves with the ring. */
  async function handedOver(size: Size = 'phone') {
    const { page, context } = await visit(browser, { size });
    await signIn(page, desk, 'property_subuser', `/items/${itemID}/hand-over`);
    await page.getByLabel('To whom').fill('Ana Novak');
    await sign(page);
    await page.locator('form').getByRole('button', { name: 'Hand over' }).click();
    await page.getByText('Silver ring: handed over to Ana Novak').first().waitFor();
    return { page, context };
  }

  it('outlives a reload, an ended session, a service that is busy and a network that is lost', async () => {
    const { page, context } = await handedOver();
    await page.reload();
    await page.getByText('It will be recorded in a few seconds.').waitFor();
    await picture(page, 'deed-soon');
    let isBusy = true;
    await page.route('**/handover', (route) =>
      isBusy ? route.fulfill({ status: 503, json: { code: 'unavailable' }, headers: { 'Retry-After': '1' } }) : route.continue(),
    );
    await page.getByText('The service is busy.').waitFor({ timeout: 50_000 });
    await picture(page, 'deed-waits');
    expect((await item()).handover).toBeNull();
    await page.getByRole('button', { name: desk.user('property_subuser').username }).click();
    await page.getByText('Done and not recorded yet: 1.').first().waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('Kept on this device and not sent yet: 1.').waitFor();
    await picture(page, 'sign-in-waits');
    isBusy = false;
    await context.setOffline(true);
    await context.setOffline(false);
    await signIn(page, desk, 'property_subuser');
    await recorded();
    await page.goto(`${desk.url}/desk/waiting`);
    await page.getByText('Everything is sent.').waitFor();
    await context.close();
  });

  it('is dated by the clock of the hotel, also where the device has another and there is no network', async () => {
    const { page, context } = await handedOver();
    const device = await context.newCDPSession(page);
    await device.send('Emulation.setTimezoneOverride', { timezoneId: 'Pacific/Auckland' });
    await page.evaluate('navigator.serviceWorker.ready');
    const said = page.getByText('handed over to Ana Novak ·');
    await page.goto(`${desk.url}/desk/items/${itemID}`);
    const before = await said.textContent();
    await context.setOffline(true);
    await page.goto(`${desk.url}/desk/waiting`);
    await page.getByText('What you register waits on this phone.').waitFor();
    expect(await said.textContent()).toBe(before);
    await context.setOffline(false);
    await recorded();
    await context.close();
  });

  it('outlives the window, and is sent where the desk is opened next', async () => {
    const { page, context } = await handedOver('desktop');
    await page.close();
    const next = await context.newPage();
    await next.goto(`${desk.url}/desk`);
    await recorded();
    await context.close();
  });

  it('is offered again with what a colleague has changed meanwhile, and the signature is still there', async () => {
    const { page, context } = await handedOver();
    await desk.call('PUT', `/items/${itemID}`, { brand: 'Tiffany' });
    await page.getByText('Not recorded: Somebody else was faster.').waitFor({ timeout: 50_000 });
    await page.locator('.changes', { hasText: 'Brand: – Tiffany' }).first().waitFor();
    await picture(page, 'deed-refused');
    await page.getByRole('button', { name: 'Change it' }).click();
    await page.getByText('This was typed before and is not sent yet.').waitFor();
    await page.locator('canvas').waitFor();
    await expect.poll(() => page.locator('input[name=signature]').inputValue()).toMatch(/^data:image\/png/);
    await page.getByLabel('Note').fill('Came with her sister');
    await page.locator('form').getByRole('button', { name: 'Hand over' }).click();
    await recorded();
    expect((await item()).handover.note).toBe('Came with her sister');
    await context.close();
  });

  it('is whole where the phone is turned: what was signed stays, and more of it is put where the finger is', async () => {
    const { page, context } = await visit(browser, { size: 'phone' });
    await signIn(page, desk, 'property_subuser', `/items/${itemID}/hand-over`);
    await sign(page);
    const before = await ink(page);
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => ink(page)).toMatchObject({ width: await shownWidth(page), from: before.from, to: before.to });
    await page.getByRole('button', { name: 'Clear' }).click();
    await draw(page);
    const wide = await ink(page);
    expect(wide.to / wide.width).toBeCloseTo(0.75, 1);
    await context.close();
  });

  it('can be undone until it is sent, and nothing is recorded then', async () => {
    const { page, context } = await handedOver();
    await page.reload();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Hand over' }).waitFor();
    expect((await item()).handover).toBeNull();
    await context.close();
  });

  it('of a window that may keep nothing is sent from its memory, and that is said', async () => {
    const { page, context } = await visit(browser);
    await page.addInitScript('IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); }');
    await signIn(page, desk, 'property_subuser', `/items/${itemID}/hand-over`);
    await page.getByLabel('To whom').fill('Ana Novak');
    await sign(page);
    await page.locator('form').getByRole('button', { name: 'Hand over' }).click();
    await page.getByText('This device keeps nothing.').waitFor();
    await recorded();
    await context.close();
  });
});

async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Let the guest sign' }).click();
  const canvas = page.getByRole('img', { name: 'Signature' });
  // The field is drawn on as soon as its library is there.
  await expect
    .poll(() => canvas.evaluate((one: { width: number; clientWidth: number }) => one.width === one.clientWidth))
    .toBe(true);
  await draw(page);
  await expect.poll(() => page.locator('input[name=signature]').inputValue()).toMatch(/^data:image\/png/);
}

const shownWidth = (page: Page) => page.locator('canvas').evaluate((one: { clientWidth: number }) => one.clientWidth);

/** Between which columns of the field there is ink. */
const ink = (page: Page): Promise<{ width: number; from: number; to: number }> =>
  page.evaluate(`(() => { const field = document.querySelector('canvas'); const { width, height } = field;
    const { data } = field.getContext('2d').getImageData(0, 0, width, height);
    const columns = [...Array(width).keys()].filter((x) => [...Array(height).keys()].some((y) => data[4 * (y * width + x)] < 128));
    return { width, from: columns[0], to: columns.at(-1) }; })()`);

async function draw(page: Page): Promise<void> {
  const canvas = page.getByRole('img', { name: 'Signature' });
  await canvas.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await canvas.boundingBox())!;
  await page.mouse.move(x + width / 4, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 4, { steps: 10 });
  await page.mouse.move(x + (3 * width) / 4, y + height / 2, { steps: 10 });
  await page.mouse.up();
}
