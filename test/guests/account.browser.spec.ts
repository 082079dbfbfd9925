import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AccountLinks } from '#contexts/links';
import { faultsOf, phone, startBrowser } from '../support/browser.js';
import { startService, type TestService } from '../support/service.js';

/** Where pictures of the pages are put, to be looked at. */
const PICTURES = process.env.GUEST_PAGE_PICTURES;

describe('the page where a password is set, on a telephone', () => {
  let service: TestService;
  let browser: Browser;
  let path: string;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startService(), startBrowser()]);
    const locationID = await service.location();
    const person = { username: 'ute', email: 'ute@example.com', userRole: 'property_subuser', locationID };
    const { ID: userID } = (await service.call('POST', '/users/invitations', person)).body;
    path = service.get(AccountLinks).linkFor({ groupID: service.groupID, userID, link: 1 });
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('is set without scripts, in German, and says what is wrong', async () => {
    const page = await (await phone(browser, { locale: 'de' })).newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    const response = await page.goto(service.url + path);
    expect(response!.headers()['content-security-policy']).toContain("default-src 'none'");
    expect(response!.headers()['cache-control']).toBe('no-store');
    expect(await page.locator('h1').textContent()).toBe('Passwort wählen');
    expect(await page.locator('main').textContent()).toContain('ute');
    const field = page.locator('#password');
    await field.fill('password12');
    await page.getByRole('button').click();
    expect(await page.getByRole('alert').textContent()).toContain('zu leicht zu erraten');
    expect(await field.inputValue()).toBe('');
    expect(await page.content()).not.toContain('password12');
    if (PICTURES) await page.screenshot({ path: `${PICTURES}/account.png`, fullPage: true });
    await field.fill('lila Tacker am Fenster');
    await page.getByRole('button').click();
    expect(await page.locator('h1').textContent()).toBe('Ihr Passwort ist gesetzt');
    await page.goto(service.url + path);
    expect(await page.locator('h1').textContent()).toBe('Dieser Link gilt nicht mehr');
    expect((await service.signIn('ute', 'lila Tacker am Fenster')).accessToken).toBeTruthy();
  });

  it('is accessible', async () => {
    const { body } = await service.call('POST', '/users/invitations', {
      username: 'uwe',
      email: 'uwe@example.com',
      userRole: 'property_subuser',
      locationID: 'demo:1',
    });
    const own = service.get(AccountLinks).linkFor({ groupID: service.groupID, userID: body.ID, link: 1 });
    const page = await (await phone(browser, { javaScript: true })).newPage();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(service.url + own);
    expect(await faultsOf(page)).toEqual([]);
    await page.locator('#password').fill('short');
    await page.getByRole('button').click();
    await page.waitForLoadState('networkidle');
    expect(await faultsOf(page)).toEqual([]);
    const width = await page.evaluate(
      () =>
        (globalThis as unknown as { document: { documentElement: { scrollWidth: number } } }).document.documentElement
          .scrollWidth,
    );
    expect(width).toBe(390);
  });
});
