import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FakeSendcloud } from '#fakes';
import { ADDRESSES } from '../parcels/parcels.js';
import { faultsOf } from '../support/browser.js';
import { type Desk, picture, signIn, startAtDesk, type Visit, visit } from './support.js';

const TODAY = new Date().toISOString().slice(0, 10);

describe('parcels and replies at the desk', () => {
  const sendcloud = new FakeSendcloud();
  let desk: Desk;
  let browser: Browser;
  let shipping: object;
  beforeAll(async () => {
    await sendcloud.start();
    [desk, browser] = await startAtDesk({}, { CONNECTION_URLS: JSON.stringify({ sendcloud: sendcloud.url }) });
    const { publicKey, secretKey } = sendcloud;
    const carrier = { provider: 'sendcloud', name: 'Sendcloud', settings: { publicKey, secretKey } };
    const { ID: carrierID, eventsUrl } = await desk.call('POST', '/connections', carrier);
    sendcloud.outbox.url = eventsUrl;
    shipping = { paidBy: 'location', currency: 'EUR', rates: [], carrierID };
    await desk.call('PUT', '/locations/demo:1/shipping', shipping);
  });
  afterAll(async () => {
    await desk?.stop();
    await sendcloud.stop();
  });

  const at = async (path: string, options: Visit = {}, role = 'property_subuser') => {
    const { page } = await visit(browser, options);
    await signIn(page, desk, role, path);
    return page;
  };
  const found = async (item: string): Promise<number> => {
    const owner = { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna@example.com' };
    const body = { item, location: 'Room 312', departuredDate: TODAY, locationID: 'demo:1', shipping: {}, owner };
    return (await desk.call('POST', '/items', body)).ID;
  };
  /** An item whose owner wants it sent. */
  const toSend = async (item: string, address: object = ADDRESSES.FR): Promise<number> => {
    const ID = await found(item);
    await desk.call('PUT', `/items/${ID}/response`, { response: 'ship', address });
    return ID;
  };
  const writes = async (ID: number, text: string) => {
    const { url } = await desk.call('POST', `/items/${ID}/guest-link`);
    expect((await fetch(`${url}/write`, { method: 'POST', body: new URLSearchParams({ text }) })).ok).toBe(true);
  };
  const statusOf = async (ID: number) => (await desk.call('GET', `/items/${ID}`)).status;
  const row = (page: Page, kind: string, item: string) => page.locator(`#${kind} .row`, { hasText: item });

  it('one that stays within the union has its label in two clicks, at the cheapest price, and it can be void', async () => {
    const ID = await toSend('Ring');
    const page = await at('');
    await row(page, 'pack', 'Ring').getByRole('link', { name: 'Pack and ship' }).click();
    const offers = page.getByLabel('What the carrier takes');
    await expect
      .poll(() => offers.locator('option').allTextContents())
      .toEqual(['PostNL Standard · €6.75 · days: 1', 'DHL Parcel Connect · €9.95', 'UPS Express Saver · €19.40 · days: 1']);
    await page.getByRole('button', { name: 'Buy the label' }).click();
    await page.getByRole('button', { name: 'Print the shipping label' }).waitFor();
    expect(await page.getByRole('group', { name: 'For customs' }).count()).toBe(0);
    expect(await page.locator('address.parcel bdi').allTextContents()).toContain('Rue 2');
    expect(await statusOf(ID)).toBe('pickup-scheduled');
    await page.getByRole('button', { name: 'Void the label' }).click();
    await page.getByText('The label is void.').waitFor();
    await offers.waitFor();
    expect([await statusOf(ID), sendcloud.ledger.voided.length]).toEqual(['shipment-paid', 1]);
    await page.context().close();
  });

  it('one that leaves it is asked about for customs, and what the carrier misses is named', async () => {
    const ID = await toSend('Wallet', ADDRESSES.CH);
    const page = await at(`/items/${ID}/pack`);
    await page.getByRole('button', { name: 'Buy the label' }).click();
    const customs = page.getByRole('group', { name: 'For customs' });
    await customs.getByText('Please say what is in it').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await customs.getByLabel('What it is worth').fill('30');
    await customs.getByLabel('Country of origin').selectOption({ label: 'Italy' });
    await page.getByRole('button', { name: 'Buy the label' }).click();
    await page.getByRole('alert').getByText('hs_code: This field is required.').waitFor();
    await customs.getByLabel('HS code').fill('420231');
    await page.getByRole('button', { name: 'Buy the label' }).click();
    await page.getByRole('button', { name: 'Print the shipping label' }).waitFor();
    expect(JSON.stringify(sendcloud.seen('POST /api/v3/shipments/announce').at(-1)!.body)).toContain('"origin_country":"IT"');
    await page.context().close();
  });

  it('one that comes back is in trouble on Today, and a reply is there without reloading, with its answer beside it', async () => {
    const ID = await toSend('Scarf');
    await desk.call('POST', `/items/${ID}/shipment/label`, {});
    const page = await at('');
    sendcloud.move(sendcloud.ledger.bought.at(-1)!, 'RETURNED_TO_SENDER');
    await row(page, 'shipment-problem', 'Scarf').waitFor();
    await writes(ID, 'Where is it?');
    await row(page, 'reply', 'Scarf').getByRole('link', { name: 'Reply' }).click({ timeout: 50_000 });
    await page.getByText('Problem: comes back').waitFor();
    const reply = page.locator('.reply', { hasText: 'Where is it?' });
    await reply.getByLabel('Reply').fill('It comes back to us; we write again.');
    await reply.getByRole('button', { name: 'Send' }).click();
    await reply.getByLabel('Reply').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Today' }).click();
    await row(page, 'shipment-problem', 'Scarf').waitFor();
    await expect.poll(() => page.locator('#reply').count()).toBe(0);
    const messages = await desk.call('GET', `/items/${ID}/messages`);
    expect(messages.map(({ text }: { text: string | null }) => text).join()).toContain('It comes back to us; we write again.');
    await page.context().close();
  });

  it('what is never sent is chosen, kept and said', async () => {
    const page = await at('/people', {}, 'group_admin');
    await page.getByText('Shipping', { exact: true }).click();
    await page.getByText('Never sent: Perishable').click();
    await page.getByLabel('Jewellery').check();
    await page
      .locator('form', { has: page.getByLabel('Who pays') })
      .getByRole('button', { name: 'Save' })
      .click();
    await page.getByText('Saved.').waitFor();
    expect((await desk.call('GET', '/locations/demo:1/shipping')).notShipped).toEqual(['perishable', 'jewelry']);
    await page.getByText('Never sent: Perishable, Jewellery').waitFor();
    await desk.call('PUT', '/locations/demo:1/shipping', shipping);
    await page.context().close();
  });

  it('who stayed in the room is proposed as the owner of what was found there', async () => {
    const guest = {
      firstName: 'Élodie',
      lastName: 'Moreau',
      contactEmail: 'elodie@example.com',
      phoneNumber: null,
      languageCode: 'fr',
    };
    const stay = { externalID: 'S1', room: '407', arrivalDate: TODAY, departureDate: TODAY, reservationNumber: 'R7', guest };
    await desk.call('PUT', '/locations/demo:1/stays', { stays: [stay] });
    const body = { item: 'Lamp', location: 'Room 407', departuredDate: TODAY, locationID: 'demo:1', shipping: {} };
    const { ID } = await desk.call('POST', '/items', body);
    const page = await at('');
    await row(page, 'no-contact', 'Lamp').getByRole('link', { name: 'Add a contact' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Élodie Moreau' }).click();
    expect(await dialog.getByLabel('Email').inputValue()).toBe('elodie@example.com');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Waits for the guest').waitFor();
    const { owner } = await desk.call('GET', `/items/${ID}`);
    expect(owner).toMatchObject({ firstName: 'Élodie', lastName: 'Moreau', reservationNumber: 'R7' });

    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Toy' }).click();
    for (const digit of '407') await page.getByRole('button', { name: digit, exact: true }).click();
    await page.getByRole('button', { name: 'Élodie Moreau' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Registered' }).waitFor();
    // Written to in their language, where the hotel has it.
    const { items } = await desk.call('GET', '/items?q=toy');
    expect(items).toMatchObject([{ owner: { lastName: 'Moreau' }, languageCode: 'fr' }]);
    await page.context().close();
  });

  it.each(['en', 'de', 'ar'])('all of it fits any screen and breaks no rule of accessibility, in %s', async (locale) => {
    const [packed, written] = [await toSend('Umbrella', ADDRESSES.CH), await toSend('Hat')];
    await desk.call('POST', `/items/${written}/shipment/label`, {});
    sendcloud.move(sendcloud.ledger.bought.at(-1)!, 'RETURNED_TO_SENDER');
    await writes(written, 'Where is it? I have moved house, and nobody is at the old address any more.');
    const page = await at('', { locale }, 'group_admin');
    const views = {
      today: '',
      pack: `/items/${packed}/pack`,
      label: `/items/${written}/pack`,
      item: `/items/${written}`,
      people: '/people',
    };
    for (const [view, path] of Object.entries(views)) {
      await page.goto(`${desk.url}/desk${path}`);
      await page.locator('h1').waitFor();
      await page.waitForLoadState('networkidle');
      if (view === 'pack') {
        await page.locator('form[aria-busy] > button').click();
        await page.locator('fieldset').waitFor();
      }
      if (view === 'people') await page.locator('summary').first().click();
      expect([view, await faultsOf(page)]).toEqual([view, []]);
      for (const width of [320, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        expect([view, width, await page.evaluate('document.documentElement.scrollWidth <= innerWidth')]).toEqual([
          view,
          width,
          true,
        ]);
        await picture(page, `parcels-${view}-${locale}-${width}`);
      }
    }
    await page.context().close();
  });
});
