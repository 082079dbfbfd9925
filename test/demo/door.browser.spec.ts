import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { photo, picture, signIn, visit } from '../desk/support.js';
import { phone, startBrowser } from '../support/browser.js';
import { type DemoWorld, startDemoWorld } from '../support/demo-world.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { CUSTOMS, fromShelfToDoor, HOME, PRICE } from './door.js';

const NIGHTS = 'bd26d8db-86da-4f96-9efc-e5a4654a4a94';
/** What the API waits for as it is killed: a call before anything is bought, and one that buys and of which the answer never comes. */
const STEPS = ['POST /api/v3/shipping-options', 'POST /api/v3/shipments/announce'] as const;

/** Longer than the API that was killed had the label. */
const LONG = { timeout: 50_000, interval: 500 };

let demo: DemoWorld;
let browser: Browser;
/** The API as staff use it: a process that is killed. */
let api: Program;
let environment: Record<string, string>;
beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemoWorld(), startBrowser()]);
  const { service } = demo;
  environment = { ...service.environment, PORT: String(await freePort()), PUBLIC_URL: service.url };
  api = await Program.start('api', environment);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await api?.kill();
  await demo?.stop();
});

/** The desk of one who works there. */
async function at(path: string, role: string, size: 'phone' | 'desktop' = 'desktop'): Promise<Page> {
  const { page } = await visit(browser, { size });
  const user = (wanted: string) => demo.service.demo.users.find(({ userRole }) => userRole === wanted)!;
  await signIn(page, { url: `http://127.0.0.1:${environment.PORT}`, user }, role, path);
  return page;
}

/** What a manager enters to connect each. */
function systems(): [label: string, fields: Record<string, string>][] {
  const { sendcloud, stripe, mews } = demo.world;
  return [
    ['Sendcloud – Parcels', { 'Public key': sendcloud.publicKey, 'Secret key': sendcloud.secretKey }],
    ['Stripe – Payments', { 'Secret key': stripe.secretKey, 'Signing secret': stripe.webhookSecret }],
    ['Mews – Stays', { 'Client token': mews.clientToken, 'Access token': mews.accessToken, 'Service ID': NIGHTS }],
    ['Mailbox – Answers of guests', { Name: 'Mailbox', Email: 'lost@keizersgracht.example.com' }],
  ];
}

/** A manager connects the hotel, and lets guests pay for parcels of its carrier. */
async function connect(): Promise<void> {
  const page = await at('/people/connections', 'group_admin');
  const dialog = page.getByRole('dialog');
  const hotel = (await demo.call('GET', '/locations/demo:1')).name;
  for (const [label, fields] of systems()) {
    await page.getByRole('button', { name: 'Connect', exact: true }).first().click();
    await dialog.getByLabel('System').selectOption({ label });
    for (const [name, value] of Object.entries(fields)) await dialog.getByLabel(name).first().fill(value);
    if (fields['Service ID']) await dialog.locator('select[name="map.location"]').selectOption({ label: hotel });
    await dialog.getByRole('checkbox', { name: hotel }).check();
    await dialog.getByRole('button', { name: 'Connect' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.row').last().getByRole('button', { name: 'Test' }).click();
    await page.getByText(`${fields.Name ?? label.split(' ')[0]} works.`).waitFor();
  }
  await picture(page, 'door-connections');
  // Who looks after the carrier's and the bank's accounts enters where to send events.
  await page.goto(demo.world.url);
  await page.getByRole('cell', { name: 'sendcloud', exact: true }).waitFor();

  await page.goto(`http://127.0.0.1:${environment.PORT}/desk/people`);
  await page.getByText('Shipping', { exact: true }).click();
  await page.getByLabel('Who pays').selectOption('guest');
  await page.getByLabel('Currency', { exact: true }).fill('EUR');
  await page.getByLabel('Carrier that sells labels').selectOption({ label: 'Sendcloud' });
  await page.getByRole('button', { name: 'Add a price' }).click();
  await page.getByLabel('Price', { exact: true }).fill(String(PRICE));
  await picture(page, 'door-shipping');
  await page
    .locator('form', { has: page.getByLabel('Who pays') })
    .getByRole('button', { name: 'Save' })
    .click();
  await page.getByText('Saved.').waitFor();
  await page.context().close();
}

it('a find in room 312 gets to Japan, paid, asked about and forgotten, each thing once, though the API is killed twice', async () => {
  await connect();
  const clerk = await at('', 'property_subuser');
  const guest = await (await phone(browser, { locale: 'ja' })).newPage();
  await fromShelfToDoor(demo, {
    async find() {
      const page = await at('/register', 'limited_subuser', 'phone');
      await page.locator('input[type=file]').setInputFiles(await photo('#334455'));
      await page.getByLabel('Or in your words').fill('Camera');
      for (const digit of '312') await page.getByRole('button', { name: digit, exact: true }).click();
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Registered' }).waitFor();
      await page.context().close();
      await clerk.locator('#no-contact').getByRole('link', { name: 'Add a contact' }).click();
      await clerk.getByRole('dialog').getByRole('button', { name: 'Yuki Tanaka' }).click();
      await clerk.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await clerk.getByText('Waits for the guest').waitFor();
      await picture(clerk, 'door-item');
      return Number(new URL(clerk.url()).pathname.split('/').at(-1));
    },
    async order(page) {
      await guest.goto(`${page}/send`);
      const { countryID, 'state-JP': prefecture, ...typed } = HOME;
      await guest.locator('[name=countryID]').selectOption(countryID);
      await guest.locator('[name=state-JP]').selectOption(prefecture);
      for (const [name, value] of Object.entries(typed)) await guest.locator(`[name=${name}]`).fill(value);
      await guest.locator('main button').click();
      await guest.getByText('関税').waitFor();
      await picture(guest, 'door-order');
      await guest.locator('main button').first().click();
      await guest.waitForURL(`${demo.world.stripe.url}/**`);
      return guest.url();
    },
    async pay() {
      await guest.getByRole('button', { name: 'Pay' }).click();
      await guest.waitForURL(`${demo.service.url}/**`);
      await picture(guest, 'door-paid');
    },
    pack: () => packed(clerk),
    async answer(_ID, question, answer) {
      await clerk.getByRole('link', { name: 'Today' }).click();
      await clerk.locator('#reply').getByRole('link', { name: 'Reply' }).click();
      const reply = clerk.locator('.reply', { hasText: question });
      await reply.getByLabel('Reply').fill(answer);
      await picture(clerk, 'door-reply');
      await reply.getByRole('button', { name: 'Send' }).click();
      await reply.getByLabel('Reply').waitFor({ state: 'detached' });
    },
    async refund(ID, reason) {
      const page = await at(`/items/${ID}`, 'property_admin');
      await page.getByRole('button', { name: 'Refund' }).click();
      await page.getByRole('dialog').getByLabel('Reason').fill(reason);
      await page.getByRole('dialog').getByRole('button', { name: 'Refund' }).click();
      await page.getByText('Money given back').waitFor();
      await picture(page, 'door-refunded');
    },
  });
}, 120_000);

/** The clerk buys a label, while the API is killed twice; the worker may be faster to ask the carrier what became of it. */
async function packed(clerk: Page): Promise<void> {
  const { sendcloud } = demo.world;
  await clerk.getByRole('link', { name: 'Today' }).click();
  await clerk.locator('#pack').getByRole('link', { name: 'Pack and ship' }).click();
  const buy = clerk.getByRole('button', { name: 'Buy the label' });
  await buy.click();
  const customs = clerk.getByRole('group', { name: 'For customs' });
  await customs.getByLabel('What it is worth').fill(String(CUSTOMS.value));
  await customs.getByLabel('HS code').fill(CUSTOMS.hsCode);
  await customs.getByLabel('Country of origin').selectOption(CUSTOMS.originCountryID);
  await picture(clerk, 'door-customs');
  for (const step of STEPS) {
    const before = sendcloud.seen(step).length;
    sendcloud.fail('silent', step);
    await expect.poll(() => pressed(buy, () => sendcloud.seen(step).length - before), LONG).toBe(1);
    await api.kill();
    api = await Program.start('api', environment);
  }
  const label = clerk.getByRole('button', { name: 'Print the shipping label' });
  await expect.poll(() => pressed(buy, () => label.count()), LONG).toBe(1);
  const file = clerk.evaluate<string>(FIRST_OF_FILE);
  const [tab] = await Promise.all([clerk.context().waitForEvent('page'), label.click()]);
  expect(await file).toBe('%PDF');
  await tab.close();
  await picture(clerk, 'door-label');
}

/** The first four letters of the file that the desk opens next. */
const FIRST_OF_FILE = `new Promise((resolve) => { const { createObjectURL } = URL; URL.createObjectURL = (file) => {
  file.slice(0, 4).text().then(resolve); return createObjectURL.call(URL, file); }; })`;

/** Presses a button that can be pressed, unless something has happened already. */
async function pressed(button: ReturnType<Page['getByRole']>, happened: () => number | Promise<number>): Promise<number> {
  const before = await happened();
  if (before === 0 && (await button.isVisible())) await button.click({ timeout: 2_000 }).catch(() => undefined);
  return happened();
}
