import pg from 'pg';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowser } from '../support/browser.js';
import { type Desk, signIn, startDesk, visit } from './support.js';

describe('for those who answer for the whole Group', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await Promise.all([startDesk(), startBrowser()]);
  });
  afterAll(async () => {
    await browser?.close();
    await desk?.stop();
  });

  it('that guests’ data is kept for ever stands on Today until one of them decides', async () => {
    const { page: managers, context: manager } = await visit(browser);
    await signIn(managers, desk, 'property_admin');
    await managers.locator('h1').waitFor();
    const { page, context } = await visit(browser);
    await signIn(page, desk, 'group_admin');
    const sentence = page.getByText('Guests’ data is kept for ever');
    await sentence.waitFor();
    expect(await desk.call('GET', '/desk/retention')).toEqual({ days: null });
    await page.getByRole('button', { name: 'Keep for a year' }).click();
    await page.getByText('They can’t be brought back.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep for a year' }).click();
    await page.getByText('Guests’ data is kept for a year from now on.').waitFor();
    await sentence.waitFor({ state: 'detached' });
    expect(await desk.call('GET', '/desk/retention')).toEqual({ days: 365 });
    expect(await managers.getByText('Guests’ data').count()).toBe(0);
    await Promise.all([manager.close(), context.close()]);
  });

  it('who did what is listed, the latest first, by what and by whom', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, desk, 'group_admin', '/people');
    await page.getByRole('link', { name: 'Who did what' }).click();
    const rows = page.getByRole('listitem');
    await rows.first().waitFor();
    expect(await rows.first().textContent()).toContain(`Signed in ${desk.user('group_admin').username}`);
    await page.getByRole('combobox', { name: 'What' }).selectOption({ label: 'Settings changed' });
    await page.getByText('Signed in').nth(1).waitFor({ state: 'detached' });
    await page.getByText('Keeping of guests’ data').waitFor();
    expect(await rows.first().textContent()).toMatch(/^Settings changed .*Keeping of guests’ data/);
    await page.getByRole('combobox', { name: 'What' }).selectOption({ label: '–' });
    await page.getByRole('combobox', { name: 'Person' }).selectOption({ label: desk.user('property_admin').username });
    // The first one is the choice itself.
    await page.getByText('User added').nth(1).waitFor();
    await page.getByText('Keeping of guests’ data').waitFor({ state: 'detached' });
    const texts = await rows.allTextContents();
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain('Signed in');
    expect(texts[1]).toContain('User added');
    await context.close();
  });

  it('a flood of sign-ins that were refused hides nothing that was done behind it', async () => {
    const client = new pg.Client(desk.options.databaseUrl);
    await client.connect();
    await client.query(`
      insert into audit_entries (group_id, number, action, outcome, command_line, address, details)
      select (select id from group_directory), (extract(epoch from now() - n * interval '10 s') * 1000000)::bigint, 'sign-in', 'refused',
        false, '203.0.113.7', '{}' from generate_series(60, 12_000) n`);
    await client.end();
    const { page, context } = await visit(browser);
    await signIn(page, desk, 'group_admin', '/people/audit');
    await page.getByText('There is more').waitFor();
    const rows = page.getByRole('listitem');
    expect(await rows.first().textContent()).toContain(`Signed in ${desk.user('group_admin').username}`);
    await page.getByText('User added').nth(1).waitFor();
    await context.close();
  });
});
