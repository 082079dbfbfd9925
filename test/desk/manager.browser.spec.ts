import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorker } from '../support/worker.js';
import { type Desk, signIn, startAtDesk, visit } from './support.js';

describe('for the manager', () => {
  let desk: Desk;
  let browser: Browser;
  let worker: Awaited<ReturnType<typeof startWorker>>;
  beforeAll(async () => {
    [desk, browser] = await startAtDesk({ full: true });
    worker = await startWorker(desk.options);
  });
  afterAll(async () => {
    await worker?.close();
    await desk?.stop();
  });

  const manager = async (path: string) => {
    const { page, context } = await visit(browser);
    await signIn(page, desk, 'property_admin', path);
    return { page, context };
  };
  const open = (page: Page, title: string) => page.getByText(title, { exact: true }).click();

  it('Monday: what nobody wanted is donated shelf by shelf, and what is on hold stays', async () => {
    for (const ID of [16, 18, 20]) await desk.call('PUT', `/items/${ID}/status`, { status: 'left-behind' });
    await desk.call('PUT', '/items/16/hold', { reason: 'The police asked for it' });
    const { page, context } = await manager('/dispose');
    await page.getByRole('combobox', { name: 'Shelf' }).selectOption({ label: 'Shelf B' });
    await page.getByText('Blue umbrella').waitFor({ state: 'detached' });
    await page.getByLabel('Reason').fill('Not wanted');
    await page.getByRole('button', { name: 'Dispose of 2' }).click();
    await page.getByText('Items: 2. Donated').waitFor();
    for (const ID of [18, 20]) expect((await desk.call('GET', `/items/${ID}`)).outcome).toBe('disposed');
    await page.goto(`${desk.url}/desk/dispose`);
    await page.getByText('Blue umbrella').waitFor();
    expect(await page.getByRole('checkbox', { name: /Blue umbrella/ }).isDisabled()).toBe(true);
    await page.getByText('The police asked for it').waitFor();
    await context.close();
  });

  it('sets what sending costs, and what guests see', async () => {
    const { page, context } = await manager('/people');
    await open(page, 'Shipping');
    await page.getByLabel('Who pays').selectOption('guest');
    await page.getByRole('textbox', { name: 'Currency', exact: true }).fill('eur');
    await page.getByRole('button', { name: 'Add a price' }).click();
    await page.getByLabel('Countries, as codes').fill('jp, us');
    await page.getByLabel('Price', { exact: true }).fill('39,50');
    await page.getByLabel('Fee', { exact: true }).fill('1,5');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect(await desk.call('GET', '/locations/demo:1/shipping')).toMatchObject({
      paidBy: 'guest',
      currency: 'EUR',
      handlingFee: 1.5,
      rates: [{ countries: ['JP', 'US'], price: 39.5 }],
    });
    await page.reload();
    await open(page, 'What guests see');
    await page.getByLabel('Where to collect').fill('Reception, ground floor');
    await page.getByLabel('Opening hours').fill('Daily 7–23');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    expect((await desk.call('GET', '/locations/demo:1/guest-settings')).pickup).toMatchObject({
      place: 'Reception, ground floor',
      openingHours: 'Daily 7–23',
    });
    await context.close();
  });

  it('tries a German spreadsheet, whose columns are understood, writes to nobody, and takes the refused row home', async () => {
    const lines = ['Gegenstand;Zimmer;Abreise;Gast;E-Mail', 'Schlüssel;12;14.03.2026;Müller;', 'Mütze;14;31.02.2026;Weiß;'];
    const buffer = Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1');
    const { page, context } = await manager('/people');
    await page.locator('input[name=file]').setInputFiles({ name: 'funde.csv', mimeType: 'text/csv', buffer });
    const chosen = (name: string) => page.getByRole('combobox', { name }).inputValue();
    await page.getByRole('combobox', { name: 'Gegenstand' }).waitFor();
    expect([await chosen('Gegenstand'), await chosen('Zimmer'), await chosen('Abreise'), await chosen('Gast')]).toEqual([
      'item',
      'location',
      'departuredDate',
      'owner.lastName',
    ]);
    await page.getByRole('combobox', { name: 'Dates are written' }).selectOption('DD.MM.YYYY');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('accepted 1, refused 1').waitFor();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Refused rows' }).click();
    const file = await (await downloading).createReadStream();
    expect(Buffer.concat(await file.toArray()).toString()).toMatch(/^\ufeff.*\n.*Mütze;14;31.02.2026;Weiß/s);
    await context.close();
  });

  it('sees what a file says before it is sent, whatever it is written in, and says it where the letters look wrong', async () => {
    const { page, context } = await manager('/people');
    const give = (buffer: Buffer) =>
      page.locator('input[name=file]').setInputFiles({ name: 'finds.csv', mimeType: 'text/csv', buffer });
    const encoding = page.getByRole('combobox', { name: 'Encoding' });
    await give(Buffer.from('\ufeffsep=|\r\nItem|Room|Departure\r\n"Koffer; groß"|Halle|2026-03-14\r\n', 'utf16le'));
    await page.getByText('Koffer; groß').waitFor();
    expect(await encoding.inputValue()).toBe('utf-16le');
    const polish = Buffer.from([0xaf, 0xf3, 0xb3, 0x74, 0x61]);
    const row = (key: string) => Buffer.concat([polish, Buffer.from(`;${key};2026-03-14\r\n`)]);
    await give(Buffer.concat([Buffer.from('Item;Room;Departure\r\n'), ...['1', '2', '3', '4'].map(row)]));
    await page.getByText('¯ó³ta · ¯ó³ta · ¯ó³ta', { exact: true }).waitFor();
    await encoding.selectOption('Windows-1250');
    await page.getByText('Żółta · Żółta · Żółta', { exact: true }).waitFor();
    await page.getByText('1 · 2 · 3', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('accepted 4, refused 0').waitFor();
    expect((await desk.call('GET', '/imports'))[0]).toMatchObject({ encoding: 'windows-1250', dryRun: true });
    await context.close();
  });
});
