import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WebhookDeliveryEntity } from '#contexts/webhooks';
import { Database, tables } from '#platform/database';
import { phone, picture, startBrowser } from '../support/browser.js';
import { makeRequest } from '../support/records.js';
import { type GuestService, startGuestService } from './guests.js';

const db = tables<typeof WebhookDeliveryEntity>();

describe('a guest with a phone, without scripts', () => {
  let service: GuestService;
  let browser: Browser;
  beforeAll(async () => {
    [service, browser] = await Promise.all([startGuestService(), startBrowser()]);
    const endpoints = { itemStatus: 'https://hooks.example.com/items', requestStatus: 'https://hooks.example.com/requests' };
    const webhooks = { itemStatus: true, requestStatus: true };
    expect((await service.call('PUT', '/webhooks/config', { webhooks, endpoints })).status).toBe(200);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('has an item sent home, in German, and the hotel’s systems are told', async () => {
    const { ID } = await service.suitcase({ languageCode: 'de' });
    const page = await (await phone(browser)).newPage();
    await page.goto(service.url + service.pathTo('item', ID));
    expect(await page.locator('header').textContent()).toContain('Grand Hotel am Hafen');
    expect(await page.locator('h1').textContent()).toBe('Wir haben etwas von Ihnen gefunden');
    expect(await page.locator('main').textContent()).toContain('Burgundy suitcase with <blue> ribbon & two wheels');
    expect(await page.locator('main').textContent()).toMatch(/28\sin × 18\sin × 11,5\sin/);
    expect(await page.content()).not.toMatch(/Shelf 4|rude/);

    await page.getByRole('link', { name: 'Schicken Sie es mir' }).click();
    await page.getByLabel('Straße und Hausnummer').fill('Hauptstraße 5');
    await page.getByLabel('Ort').fill('Chicago');
    await page.getByLabel('Postleitzahl').fill('60601');
    await page.getByLabel('Land').selectOption('US');
    expect(await page.locator('#state-US').isVisible()).toBe(true);
    expect(await page.locator('#state-AU').isVisible()).toBe(false);
    await page.getByRole('button').click();
    expect(await page.getByRole('alert').textContent()).toContain('BundesstaatBitte wählen Sie aus');
    expect(await page.getByLabel('Straße und Hausnummer').inputValue()).toBe('Hauptstraße 5');
    await page.locator('#state-US').selectOption('IL');
    await page.getByRole('button').click();

    expect(await page.locator('h1').textContent()).toBe('Wir schicken es Ihnen');
    const { body } = await service.call('GET', `/items/${ID}`);
    expect(body).toMatchObject({
      status: 'shipment-paid',
      owner: { address: { address: 'Hauptstraße 5', city: 'Chicago', countryID: 'US', state: 'IL', zipCode: '60601' } },
    });
    const told = await service
      .get(Database)
      .query(db.selectFrom('webhook_deliveries').selectAll().where('kind', '=', 'itemStatus').where('subject_id', '=', ID));
    expect(JSON.stringify(told)).toContain('shipment-paid');

    await service.call('POST', `/items/${ID}/shipment`, { status: 'in-route', carrier: 'DHL', trackingNumber: '00340434161' });
    await page.reload();
    expect(await page.locator('main').textContent()).toContain('00340434161');
    await page.context().close();
  });

  it('collects an item, and is told where and until when', async () => {
    const { ID } = await service.suitcase();
    const page = await (await phone(browser)).newPage();
    await page.goto(service.url + service.pathTo('item', ID));
    await page.getByRole('link', { name: 'I’ll collect it' }).click();
    await page.getByRole('button').click();
    const shown = await page.locator('main').textContent();
    for (const fact of ['Reception, ground floor', 'Daily 7:00–23:00', 'identity card', '+31 20 765 4321', 'lost@example.com'])
      expect(shown).toContain(fact);
    expect(shown).not.toMatch(/Night desk|side door/);
    const { body } = await service.call('GET', `/items/${ID}`);
    expect(body.status).toBe('pickup-by-guest');
    expect(Date.parse(`${body.storageExpiresAt}Z`) - Date.parse(`${body.createdAt}Z`)).toBe(97 * 24 * 60 * 60 * 1000);
    await page.context().close();
  });

  it.each([
    ['leave', 'left-behind'],
    ['not-mine', 'wrong-owner'],
  ])('answers "%s" after being asked once more', async (answer, status) => {
    const { ID } = await service.suitcase();
    const page = await (await phone(browser)).newPage();
    await page.goto(service.url + service.pathTo('item', ID));
    const tiles = await page.locator('main a.choice').evaluateAll((all) => all.map((tile) => tile.getBoundingClientRect().y));
    expect(new Set(tiles).size, 'no two answers side by side').toBe(4);
    await picture(page, `answers`);
    await page.locator(`a.${answer}`).click();
    await picture(page, `confirm-${answer}`);
    expect((await service.call('GET', `/items/${ID}`)).body.status).toBe('waiting-response');
    await page.getByRole('button').click();
    expect((await service.call('GET', `/items/${ID}`)).body.status).toBe(status);
    await page.context().close();
  });

  it('reports a burgundy suitcase, answers the staff’s question, and withdraws the report', async () => {
    const page = await (await phone(browser, { locale: 'nl' })).newPage();
    await page.goto(`${service.url}/lost/${service.locationID}`);
    await page.getByLabel('Wat bent u kwijt?').fill('Bordeauxrode koffer');
    await page.getByText('Meer gegevens').click();
    await page.getByLabel('Bordeauxrood').check();
    await page.getByLabel('Wat voor voorwerp').selectOption('bag');
    await page.getByLabel('Uw vertrek').fill('2026-11-18');
    await page.getByLabel('Uw naam').fill('Sanne de Vries');
    await page.locator('main button').click();
    expect(await page.getByRole('alert').textContent()).toContain('Geef een e-mailadres of telefoonnummer op.');
    await page.getByLabel('E-mail').fill('sanne@example.com');
    await page.locator('main button').click();
    expect(await page.getByRole('status').textContent()).toContain('We hebben uw melding');

    const [made] = (await service.call('GET', `/locations/${service.locationID}/requests`)).body.requests;
    expect(made).toMatchObject({
      status: 'registered',
      request: 'Bordeauxrode koffer',
      departuredDate: '2026-11-18 00:00:00.000',
      colors: ['burgundy'],
      categories: ['bag'],
      owner: { name: 'Sanne de Vries', email: 'sanne@example.com', phoneNumber: null },
    });
    expect((await service.call('GET', `/languages/${made.languageID}`)).body.code).toBe('nl');

    await service.call('PUT', `/requests/${made.ID}/question`, { question: 'Welk merk?' });
    const home = page.url().split('?')[0]!;
    await page.goto(home);
    await page.getByLabel('Uw antwoord').fill('Rimowa');
    await page.getByRole('button').click();
    expect((await service.call('GET', `/requests/${made.ID}`)).body.askForDetails.answer).toBe('Rimowa');

    await page.getByRole('link', { name: 'Deze melding intrekken' }).click();
    await page.getByRole('button').click();
    expect(await page.locator('h1').textContent()).toBe('Uw melding is ingetrokken');
    expect((await service.call('GET', `/requests/${made.ID}`)).status).toBe(404);
    expect((await page.goto(home))?.status()).toBe(410);
    await page.context().close();
  });

  it('is led from the report to what was found, and chooses among several things', async () => {
    const owner = { lastName: 'Twice', reservationNumber: 'R-2' };
    const { ID } = await service.suitcase({ owner, item: 'Left shoe' });
    await service.suitcase({ owner, item: 'Right shoe' });
    const made = await makeRequest(service.call, service.locationID, { request: 'Shoes' });
    await service.call('PUT', `/requests/${made.ID}/match`, { itemID: ID });
    const page = await (await phone(browser)).newPage();
    await page.goto(service.url + service.pathTo('request', made.ID, { contact: null }));
    await page.getByRole('link', { name: 'See what we found' }).click();
    expect(await page.locator('main').textContent()).toContain('Left shoe');

    await page.goto(`${service.url}/found/${service.locationID}`);
    await page.getByLabel('Your surname').fill('Twice');
    await page.getByLabel('Date of departure').fill('2026-11-18');
    await page.getByLabel('Reservation number').fill('R-2');
    await page.getByRole('button').click();
    await page.getByRole('link', { name: 'Right shoe' }).click();
    expect(await page.locator('main').textContent()).toContain('Right shoe');
    await page.context().close();
  });

  it('finds the way to a found item by surname, departure date, and reservation number or room', async () => {
    const { ID } = await service.suitcase({ owner: { lastName: 'Müller-Lüdenscheidt', reservationNumber: 'X 77' } });
    const page = await (await phone(browser)).newPage();
    for (const [label, value] of [
      ['Reservation number', 'x77'],
      ['Room', '312'],
    ] as const) {
      await page.goto(`${service.url}/found/${service.locationID}`);
      await page.getByLabel('Your surname').fill('Mueller Luedenscheidt');
      await page.getByLabel('Date of departure').fill('2026-11-18');
      await page.getByLabel(label).fill(value);
      await page.getByRole('button').click();
      expect(await page.locator('h1').textContent(), label).toBe('We found something of yours');
    }
    await page.goto(`${service.url}/found/${service.locationID}`);
    await page.getByLabel('Your surname').fill('muller-ludenscheidt');
    await page.getByLabel('Reservation number').fill('X 78');
    await page.getByRole('button').click();
    expect(await page.getByRole('status').textContent()).toContain('If we have something of yours');
    expect((await service.call('GET', `/items/${ID}`)).body.status).toBe('contact-missing');
    await page.context().close();
  });
});
