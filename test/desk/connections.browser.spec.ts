import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { faultsOf } from '../support/browser.js';
import { type Desk, picture, signIn, startAtDesk, visit } from './support.js';

describe('connections at the desk', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk();
  });
  afterAll(() => desk?.stop());
  beforeEach(async () => {
    for (const { ID } of await desk.call('GET', '/connections')) await desk.call('DELETE', `/connections/${ID}`);
  });

  const add = (page: Page) => page.getByRole('button', { name: 'Connect', exact: true }).first().click();
  const send = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click();

  it('are chosen, entered, changed without their secrets, switched off and removed', async () => {
    const { page, context, faults } = await visit(browser);
    await signIn(page, desk, 'group_admin', '/people');
    await page.getByRole('link', { name: 'Connections' }).click();
    await page.getByText('Nothing is connected yet.').waitFor();
    await add(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('System').selectOption({ label: 'Mews – Stays' });
    await dialog.getByLabel('Client token').fill('E0D439EE522F44368DC78E1BFB03710C');
    await dialog.getByLabel('Access token').fill('D24FB11DBE31D4621C4817E028D9E1D');
    await dialog.getByLabel('Service ID').fill('bd26d8db-86da');
    const house = dialog.locator('select[name="map.location"]');
    await house.selectOption({ index: 1 });
    expect(await faultsOf(page)).toEqual([]);
    await picture(page, 'connection-new');
    await send(page);
    await page.getByText('not tested').waitFor();
    const [made] = await desk.call('GET', '/connections');
    expect(made).toMatchObject({ provider: 'mews', name: 'Mews', enabled: true, locationIDs: null });
    expect(Object.keys(made.settings.services)).toEqual(['bd26d8db-86da']);

    // No key is kept in the browser, not as a draft either.
    const kept = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
    expect(kept).not.toContain('E0D439EE');

    await page.getByRole('button', { name: 'Edit' }).click();
    await dialog.getByLabel('Name').fill('Our house');
    await dialog.getByRole('button', { name: 'Save' }).click();
    // Its heading is the name too.
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Our house').waitFor();
    expect((await desk.call('GET', '/connections'))[0].settings).toEqual(made.settings);

    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByText('switched off').waitFor();
    // A second press at once, at the same place, would be taken for a double press.
    await page.reload();
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('button', { name: 'Switch off' }).waitFor();

    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Nothing is connected yet.').waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('say what is wrong where it was entered, and what is to be entered at the provider', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, desk, 'group_admin', '/people/connections');
    await add(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('System').selectOption({ label: 'Stripe – Payments' });
    await dialog.getByLabel('Secret key').fill('with a blank');
    await dialog.getByLabel('Signing secret').fill('whsec_abcdefgh1234');
    await send(page);
    await dialog.locator('.wrong').first().waitFor();
    await dialog.getByLabel('Secret key').fill('sk_test_51NnOpQrStUv');
    await send(page);
    await dialog.waitFor({ state: 'detached' });
    const [{ eventsUrl }] = await desk.call('GET', '/connections');
    await page.getByText(eventsUrl).waitFor();
    await picture(page, 'connections');
    expect(await faultsOf(page)).toEqual([]);
    await context.close();
  });

  it.each([
    'Sendcloud – Parcels',
    'EasyPost – Parcels',
    'Stripe – Payments',
    'Mollie – Payments',
    'Mews – Stays',
    'Opera Cloud – Stays',
    'Mailbox – Answers of guests',
  ])('have a form that the API takes: %s', async (label) => {
    const { page, context } = await visit(browser, { size: 'phone' });
    await signIn(page, desk, 'group_admin', '/people/connections');
    await add(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('System').selectOption({ label });
    for (const field of await dialog.locator('input[name="name"], input[name^="settings."]').all()) {
      const kind = `${await field.getAttribute('name')} ${await field.getAttribute('type')}`;
      await field.fill(VALUES.find(([like]) => like.test(kind))![1]);
    }
    await send(page);
    await dialog.waitFor({ state: 'detached' });
    const [{ name }] = await desk.call('GET', '/connections');
    expect(name).toBe('Entered');
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await context.close();
  });

  it('are of nobody but who answers for the Group', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, desk, 'property_admin', '/people');
    await page.locator('h1').waitFor();
    expect(await page.getByRole('link', { name: 'Connections' }).count()).toBe(0);
    await context.close();
  });
});

/** What is typed, by the name and type of the field. */
const VALUES: readonly [RegExp, string][] = [
  [/^name/, 'Entered'],
  [/gatewayUrl/, 'https://gateway.example.com'],
  [/address/, 'found@hotel.example'],
  [/host/, 'imap.hotel.example'],
  [/port/, '993'],
  [/./, 'key_0123456789abcdef'],
];
