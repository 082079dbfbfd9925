import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PASSWORD } from '../support/records.js';
import { type Desk, photo, picture, signIn, startAtDesk, visit } from './support.js';

describe('the front desk', () => {
  let desk: Desk;
  let browser: Browser;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk();
  });
  afterAll(() => desk?.stop());

  it('signs in, and keeps no token where scripts or storage could give it away', async () => {
    const { page, context, faults } = await visit(browser);
    await page.goto(`${desk.url}/desk`);
    await page.locator('input[name=username]').fill(desk.user('property_subuser').username);
    await page.locator('input[name=password]').fill('wrong, surely');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Name, password or code is wrong.').waitFor();
    await signIn(page, desk, 'property_subuser');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])');
    expect(stored).not.toMatch(/lf_|eyJ|token/i);
    const [cookie] = (await context.cookies(`${desk.url}/api/v2/desk/session`)).filter(
      ({ name }) => name === 'lost_and_found_desk',
    );
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/api/v2/desk/session' });
    await page.reload();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await page.getByRole('button', { name: desk.user('property_subuser').username }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });

  it('asks to sign in again where its user was deleted meanwhile, and calls nothing without a token', async () => {
    const user = { username: 'leaving', password: PASSWORD, userRole: 'property_subuser' };
    const { ID } = await desk.call('POST', '/users', { ...user, locationID: 'demo:1' });
    const { page, context } = await visit(browser);
    await signIn(page, { ...desk, user: () => ({ ...desk.user('property_subuser'), ...user }) }, 'property_subuser');
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await desk.call('DELETE', `/users/${ID}`);
    const [tokens, refused]: [string[], string[]] = [[], []];
    page.on('request', (request) => void tokens.push(request.headers().authorization ?? ''));
    page.on('response', (answer) => void (answer.status() === 401 && refused.push(new URL(answer.url()).pathname)));
    // What is on the page is asked for again, all at once.
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(refused.filter((path) => !path.includes('/session')).length).toBeGreaterThan(1);
    expect(tokens.filter((token) => token.includes('undefined'))).toEqual([]);
    await context.close();
  });

  it('stays signed in where the browser was killed before it wrote the last cookie', async () => {
    const { page, context } = await visit(browser);
    await signIn(page, desk, 'property_subuser');
    const written = await context.cookies(`${desk.url}/api/v2/desk/session`);
    await page.reload();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    expect(await context.cookies(`${desk.url}/api/v2/desk/session`)).not.toEqual(written);
    await context.addCookies(written);
    await page.reload();
    await page.getByRole('heading', { name: 'Today' }).waitFor();
    await context.close();
  });

  it('runs nothing but its own scripts', async () => {
    const answer = await fetch(`${desk.url}/desk/items/7`);
    expect(answer.status).toBe(200);
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    const [, script] = /src="(\/desk\/assets\/[^"]+)"/.exec(await answer.text())!;
    const asset = await fetch(desk.url + script!);
    expect(asset.headers.get('cache-control')).toContain('immutable');
    expect((await fetch(`${desk.url}/desk/assets/none.js`)).status).toBe(404);
  });

  it('registers a find of room 312 with a photo, whose owner the room proposes', async () => {
    await desk.call('PUT', '/locations/demo:1/stays', {
      stays: [
        {
          externalID: 'pms-1',
          room: '312',
          arrivalDate: new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10),
          departureDate: new Date().toISOString().slice(0, 10),
          reservationNumber: 'R-7781',
          guest: { firstName: 'Lena', lastName: 'Müller', contactEmail: 'lena.mueller@example.com' },
        },
      ],
    });
    const { page, context, faults } = await visit(browser, { size: 'phone' });
    await signIn(page, desk, 'property_subuser', '/register');
    await page.locator('input[type=file]').setInputFiles(await photo('#7a1f2e'));
    await page.getByRole('button', { name: 'Glasses' }).click();
    for (const digit of ['3', '1', '2']) await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('button', { name: /Lena Müller/ }).click();
    await picture(page, 'register');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Registered' }).waitFor();
    const id = Number(await page.locator('.figure').textContent());
    const item = await desk.call('GET', `/items/${id}`);
    expect(item).toMatchObject({
      item: 'Glasses',
      location: 'Room 312',
      categories: ['personal_care'],
      owner: { firstName: 'Lena', lastName: 'Müller', reservationNumber: 'R-7781' },
      registeredByName: desk.user('property_subuser').username,
    });
    expect(item.photos).toHaveLength(1);
    expect(faults).toEqual([]);
    await context.close();
  });

  it('finds it while it is typed, and hands it over unless that is taken back', async () => {
    const { page, context, faults } = await visit(browser);
    await signIn(page, desk, 'property_subuser', '/find');
    await page.keyboard.type('Müller 312');
    await page.waitForURL(/q=M/);
    await page.getByRole('link', { name: /Glasses/ }).click();
    await page.getByRole('heading', { name: 'Glasses' }).waitFor();
    await page.getByText('Registered', { exact: true }).waitFor();
    await picture(page, 'item');
    const id = Number(new URL(page.url()).pathname.split('/').at(-1));
    await desk.call('PUT', `/items/${id}`, { hiddenMark: 'Scratch on the left lens' });
    await page.getByRole('button', { name: 'Hand over' }).click();
    const over = async () => {
      await page.getByText('Scratch on the left lens').waitFor();
      await page.getByText('Guest named it').click();
      await picture(page, 'hand-over');
      await page.getByRole('button', { name: 'Hand over' }).click();
    };
    await over();
    await page.getByRole('button', { name: 'Undo' }).click();
    expect((await desk.call('GET', `/items/${id}`)).handover).toBeNull();
    await page.getByRole('button', { name: 'Hand over' }).click();
    await over();
    await expect.poll(async () => (await desk.call('GET', `/items/${id}`)).outcome, { timeout: 50_000 }).toBe('handed-over');
    const { handover } = await desk.call('GET', `/items/${id}`);
    expect(handover).toMatchObject({ to: 'Lena Müller', identification: 'document', markMatched: true });
    await page.getByText('Handed over', { exact: true }).first().waitFor();
    expect(faults).toEqual([]);
    await context.close();
  });
});
