import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeFinds, type Desk, finds, photo, picture, signIn, startAtDesk, visit } from './support.js';

describe('the desk without the network', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk();
  });
  afterAll(() => desk?.stop());

  it('starts, keeps finds with the time they were saved, and sends each once when the network is back', async () => {
    const { page, context, faults } = await visit(browser, { size: 'phone' });
    await signIn(page, desk, 'property_subuser', '/register');
    await page.evaluate('navigator.serviceWorker.ready');
    await context.setOffline(true);
    await page.reload();
    await page.getByText('What you register waits on this phone.').waitFor();
    const before = Date.now();
    for (const [thing, key] of [
      ['Book', '1'],
      ['Keys', '2'],
      ['Toy', '3'],
    ] as const) {
      await page.locator('input[type=file]').setInputFiles(await photo('#204060'));
      await page.getByRole('button', { name: thing }).click();
      await page.getByRole('button', { name: key, exact: true }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Waiting to be sent' }).waitFor();
      await page.getByRole('button', { name: 'Next find' }).click();
    }
    const after = Date.now();
    await page.goto(`${desk.url}/desk/waiting`);
    await page.getByText('Finds on this phone that are not sent yet: 3').waitFor();
    await picture(page, 'waiting');
    expect((await desk.call('GET', '/items')).items).toEqual([]);
    await context.setOffline(false);
    await expect.poll(async () => (await desk.call('GET', '/items')).items.length, { timeout: 50_000 }).toBe(3);
    await expect
      .poll(async () => (await desk.call('GET', '/items')).items.map((one: { photos: [] }) => one.photos.length))
      .toEqual([1, 1, 1]);
    const { items } = await desk.call('GET', '/items');
    expect(items.map((one: { item: string }) => one.item).toSorted()).toEqual(['Book', 'Keys', 'Toy']);
    for (const { foundAt } of items) {
      const found = Date.parse(`${foundAt.replace(' ', 'T')}Z`);
      expect([found >= before - 1, found <= after + 1]).toEqual([true, true]);
    }
    await page.getByText('Everything is sent.').waitFor();
    const left = await finds(page);
    expect(left).toEqual([]);
    expect(faults.filter((fault) => !fault.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([]);
    await context.close();
  });

  it('gives the finds of one whose account was disabled to the next, and forgets what has waited for a week', async () => {
    const { page, context } = await visit(browser, { size: 'phone' });
    await signIn(page, desk, 'limited_subuser', '/register');
    await page.evaluate('navigator.serviceWorker.ready');
    await context.setOffline(true);
    for (const thing of ['Charger', 'Wallet']) {
      await page.getByRole('button', { name: thing }).click();
      await page.getByRole('button', { name: '9', exact: true }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('button', { name: 'Next find' }).click();
    }
    const old = `new Date(Date.now() - 8 * 86400000).toISOString()`;
    await changeFinds(page, `if (find.item.item === 'Wallet') Object.assign(find, { savedAt: ${old} });`);
    const users = await desk.call('GET', '/users');
    const { ID } = users.find(({ username }: { username: string }) => username === desk.user('limited_subuser').username);
    await desk.call('PUT', `/users/${ID}/disabled`, { disabled: true });
    await context.setOffline(false);
    await page.getByText('Your session has ended.').waitFor();
    await signIn(page, desk, 'property_subuser', '/waiting');
    await page.getByText('Removed from this phone after 7 days without being sent: 1').waitFor();
    await page.getByText('Finds of another person on this phone: 1').waitFor();
    expect(await page.getByText('Charger').count()).toBe(0);
    await page.getByRole('button', { name: 'Take over and send' }).click();
    await page.getByText('Everything is sent.').waitFor();
    const found = async () =>
      (await desk.call('GET', '/items')).items.map(({ item, registeredByName }: Record<string, string>) => [
        item,
        registeredByName,
      ]);
    await expect.poll(found).toContainEqual(['Charger', desk.user('property_subuser').username]);
    expect((await found()).map(([item]: string[]) => item)).not.toContain('Wallet');
    await context.close();
  });

  it('says what is wrong with a refused find, which is mended and sent', async () => {
    const { page, context } = await visit(browser, { size: 'phone' });
    await signIn(page, desk, 'property_subuser', '/register');
    await page.evaluate('navigator.serviceWorker.ready');
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Umbrella' }).click();
    await page.getByRole('button', { name: '7', exact: true }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Next find' }).waitFor();
    // Its shelf was taken away meanwhile.
    await changeFinds(page, 'find.item.storagePlaceID = 999999;');
    await context.setOffline(false);
    await page.goto(`${desk.url}/desk/waiting`);
    await page.getByText('Please check what you entered. Shelf').waitFor();
    await page.getByText('Left out when tried again: Shelf').waitFor();
    await page.getByLabel('Item').fill('Umbrella with a broken handle');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Everything is sent.').waitFor();
    expect((await desk.call('GET', '/items')).items[0]).toMatchObject({
      item: 'Umbrella with a broken handle',
      storagePlaceID: null,
    });
    await context.close();
  });
});
