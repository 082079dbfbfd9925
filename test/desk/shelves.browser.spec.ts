import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withCamera } from './camera.js';
import { type Desk, picture, signIn, startAtDesk, type Visit, visit } from './support.js';

describe('shelves', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk({ full: true });
  });
  afterAll(() => desk?.stop());

  const at = async (path: string, role = 'property_subuser', options: Visit = {}) => {
    const { page, context } = await visit(browser, options);
    await signIn(page, desk, role, path);
    return { page, context };
  };
  const shelf = async (name: string) =>
    (await desk.call('GET', '/locations/demo:1/storage-places')).find((one: { name: string }) => one.name === name);
  const lies = async (ID: number) => (await desk.call('GET', `/items/${ID}`)).storagePlace?.name ?? null;
  const find = async (item: string, values = {}) => {
    const body = { item, location: 'Bar', departuredDate: '2026-11-20', locationID: 'demo:1', shipping: {}, ...values };
    return (await desk.call('POST', '/items', body)).ID as number;
  };
  /** What a scanner types that is a keyboard. */
  const scan = async (page: Page, code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };

  it('a find goes to its shelf from the page that says it is registered, is mended there, and taken back', async () => {
    const { page, context } = await at('/register');
    await page.getByRole('button', { name: 'Umbrella' }).click();
    await page.getByRole('button', { name: '7', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    const number = Number(await page.locator('.figure a').textContent());
    await page.getByRole('button', { name: 'Put on a shelf' }).click();
    await page.getByRole('button', { name: /Shelf B/ }).click();
    await page.getByText('Now in').waitFor();
    expect(await lies(number)).toBe('Shelf B');
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Where we found it').fill('Room 8');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Room 8').waitFor();
    await picture(page, 'registered');
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByText(`No. ${number} is taken back`).waitFor();
    expect((await desk.call('GET', `/items/${number}`).catch((error: Error) => error.message)) as string).toContain('404');
    await context.close();
  });

  it('things are put away by a scanner one after the other: each is said, twice, unknown or on another shelf', async () => {
    const [cap, scarf] = [await find('Red cap'), await find('Green scarf')];
    const [a, b] = [await shelf('Shelf A'), await shelf('Shelf B')];
    const { page, context } = await at('/find');
    await page.getByRole('button', { name: 'Put away by scan' }).click();
    const status = page.locator('dialog p[role=status]');
    await scan(page, `${desk.url}/desk/find?locationID=demo:1&storagePlaceID=${a.ID}`);
    await page.getByText('put here: 0').waitFor();
    await scan(page, `${desk.url}/i/demo:1/${cap}`);
    await status.getByText(`Red cap, No. ${cap}`).waitFor();
    await scan(page, `${desk.url}/i/demo:1/${cap}`);
    await status.getByText(`Is there already: Red cap, No. ${cap}`).waitFor();
    await scan(page, '4006381333931');
    await status.getByText('Unknown code: 4006381333931').waitFor();
    await scan(page, b.code);
    await status.getByText('Shelf B').waitFor();
    await scan(page, `demo:1/${scarf}`);
    await status.getByText(`Green scarf, No. ${scarf}`).waitFor();
    expect([await lies(cap), await lies(scarf)]).toEqual(['Shelf A', 'Shelf B']);
    await picture(page, 'by-scan');
    const rows = page.locator('dialog .row');
    expect(await rows.count()).toBe(3);
    await rows.filter({ hasText: 'Green scarf' }).getByRole('button', { name: 'Undo' }).click();
    await rows.getByText('is back where it lay before').waitFor();
    expect(await lies(scarf)).toBe(null);
    await context.close();
  });

  it('and by the camera, which goes on looking, and says each thing once', async () => {
    const item = await find('Yellow hat');
    await withCamera(`${desk.url}/i/demo:1/${item}`, async (camera) => {
      const { page } = await visit(camera, { size: 'phone' });
      await signIn(page, desk, 'property_subuser', '/find');
      await page.getByRole('button', { name: 'Put away by scan' }).tap();
      await page.getByRole('button', { name: /Shelf A/ }).tap();
      await page.locator('dialog').getByRole('button', { name: 'Scan a code' }).tap();
      await page.locator('dialog dialog').getByText(`Yellow hat, No. ${item}`).waitFor();
      expect(await page.locator('dialog dialog video').isVisible()).toBe(true);
      expect(await lies(item)).toBe('Shelf A');
      await page.locator('dialog dialog').getByRole('button', { name: 'Close' }).tap();
      expect(await page.locator('dialog .row').count()).toBe(1);
    });
  });

  it('several found things are put on a shelf at once, and back', async () => {
    const [one, other] = [
      await find('Wooden spoon one'),
      await find('Wooden spoon two', { storagePlaceID: (await shelf('Safe')).ID }),
    ];
    const { page, context } = await at('/find?q=spoon', 'property_subuser', { size: 'phone' });
    await page.getByRole('button', { name: 'Select' }).tap();
    for (const name of [/Wooden spoon one/, /Wooden spoon two/]) await page.getByRole('checkbox', { name }).check();
    await page.getByText('Selected: 2').waitFor();
    await picture(page, 'selected');
    await page.getByRole('button', { name: 'Put on a shelf' }).tap();
    await picture(page, 'choose-shelf');
    await page.getByRole('button', { name: /Shelf A/ }).tap();
    await page.getByText(/^Now in .*Shelf A: 2/).waitFor();
    expect([await lies(one), await lies(other)]).toEqual(['Shelf A', 'Shelf A']);
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(() => lies(one)).toBe(null);
    await expect.poll(() => lies(other)).toBe('Safe');
    await context.close();
  });

  it('a thing that left says where it lay', async () => {
    const ID = await find('Silver cup', { storagePlaceID: (await shelf('Shelf A')).ID });
    await desk.call('POST', `/items/${ID}/handover`, { to: 'Anna', identification: 'known', markMatched: null });
    const { page, context } = await at(`/items/${ID}`);
    await page.getByText('Where it lay').waitFor();
    expect(await page.getByRole('button', { name: 'Put on a shelf' }).count()).toBe(0);
    await page.goto(`${desk.url}/desk/find?q=silver`);
    await page.getByText(/lay in .*Shelf A/).waitFor();
    await context.close();
  });

  it('a place is renamed, moved and removed; one that is not empty says why it stays', async () => {
    const { page, context } = await at('/places');
    await page.getByLabel('New place').fill('Drawer');
    await page.getByRole('button', { name: 'Add' }).click();
    const row = (name: string) => page.locator('.row').filter({ hasText: name });
    await row('Drawer').getByRole('button', { name: 'Edit' }).click();
    await page.locator('dialog').getByLabel('Name').fill('Box of keys');
    await page.locator('dialog').getByLabel('In').selectOption({ label: 'Safe' });
    const code = page.getByLabel('Code on its label');
    await code.fill((await shelf('Safe')).code.toLowerCase());
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Already there.').first().waitFor();
    await code.fill('KEYS');
    await page.getByRole('button', { name: 'Save' }).click();
    await row('Safe / Box of keys').waitFor();
    expect(await shelf('Box of keys')).toMatchObject({ code: 'KEYS', parentID: (await shelf('Safe')).ID });
    await page
      .locator('.row')
      .filter({ hasText: /^Safe(?! \/)/ })
      .getByRole('button', { name: 'Remove' })
      .click();
    await page.getByText('Safe stays').waitFor();
    await row('Safe / Box of keys').getByRole('button', { name: 'Remove' }).click();
    await row('Box of keys').waitFor({ state: 'detached' });
    await context.close();
  });
});
