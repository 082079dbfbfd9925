import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Line } from '../support/line.js';
import { OTHER_BROWSERS, type OtherBrowser } from '../support/other-browsers.js';
import { type Desk, photo, startDesk } from './support.js';

const button = (name: string) => `//button[normalize-space()='${name}']`;
const TODAY = new Date().toISOString().slice(0, 10);

describe.each(Object.entries(OTHER_BROWSERS))('the desk in %s', (_name, start) => {
  let desk: Desk;
  let line: Line;
  let browser: OtherBrowser;
  let folder: string;
  beforeAll(async () => {
    desk = await startDesk();
    [line, browser] = await Promise.all([Line.to(desk.url), start()]);
    folder = mkdtempSync(join(tmpdir(), 'photos-'));
    writeFileSync(join(folder, 'photo.jpg'), (await photo('#204060')).buffer);
    const { username, password } = desk.user('property_subuser');
    await browser.open(`${line.url}/desk/register`);
    await browser.fill("//input[@name='username']", username);
    await browser.fill("//input[@name='password']", password);
    await browser.press("//button[@type='submit']");
    await browser.see('//nav');
  });
  afterAll(async () => {
    await browser?.close();
    await line?.close();
    await desk?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  async function register(thing: string, room: string) {
    await browser.attach("//input[@type='file']", join(folder, 'photo.jpg'));
    await browser.press(`//button[normalize-space()='${thing}']`);
    await browser.press(button(room));
    await browser.press(button('Save'));
  }

  it('registers a find with its photo', async () => {
    await register('Umbrella', '7');
    await expect
      .poll(async () => (await desk.call('GET', '/items')).items, { timeout: 50_000 })
      .toMatchObject([{ item: 'Umbrella' }]);
    await expect.poll(async () => (await desk.call('GET', '/items')).items[0].photos.length, { timeout: 50_000 }).toBe(1);
  });

  it('keeps what is found without the network, and sends it when that is back', async () => {
    await browser.press(button('Next find'));
    await browser.read('return navigator.serviceWorker.ready.then(() => true)');
    await line.cut();
    await register('Book', '1');
    await browser.see("//h1[normalize-space()='Waiting to be sent']");
    await line.mend();
    await browser.open(`${line.url}/desk/waiting`);
    await expect.poll(async () => (await desk.call('GET', '/items')).items.length, { timeout: 60_000 }).toBe(2);
    await browser.see("//*[normalize-space()='Everything is sent.']");
  });

  it('finds an item by its word, and hands it over against a signature', async () => {
    await browser.open(`${line.url}/desk/find`);
    await browser.fill("//input[@type='search']", 'umbr');
    // What is found takes the place of what was listed before.
    await browser.press("//main//ul[not(contains(., 'Book'))]//a[contains(., 'Umbrella')]");
    await browser.press(button('Hand over'));
    await browser.fill("//input[@name='to']", 'Anna Schmidt');
    await browser.press(button('Let the guest sign'));
    await browser.draw("//canvas[@aria-busy='false']");
    await browser.press(button('Hand over'));
    const handedOver = async () => (await desk.call('GET', '/items?status=finished')).items[0]?.handover ?? null;
    await expect.poll(handedOver, { timeout: 50_000 }).toMatchObject({ to: 'Anna Schmidt', hasSignature: true });
  });

  it('takes a guest’s answer with an address, and what is written with a photo', async () => {
    const item = { item: 'Suitcase', location: 'Room 5', departuredDate: TODAY, locationID: 'demo:1', shipping: {} };
    const { ID } = await desk.call('POST', '/items', { ...item, owner: { contactEmail: 'anna@example.com' } });
    const { url } = await desk.call('POST', `/items/${ID}/guest-link`);
    await browser.open(line.url + new URL(url).pathname);
    await browser.press("//a[contains(@class, 'ship') or contains(@href, '/send')]");
    for (const [name, text] of [
      ['recipient', 'Anna Schmidt'],
      ['address', 'Hauptstraße 5'],
      ['city', 'Berlin'],
      ['zipCode', '10115'],
    ])
      await browser.fill(`//*[@name='${name}']`, text!);
    await browser.choose("//select[@name='countryID']", 'DE');
    await browser.press('//main//button');
    await expect.poll(async () => (await desk.call('GET', `/items/${ID}`)).status, { timeout: 50_000 }).toBe('shipment-paid');
    await browser.open(`${line.url}${new URL(url).pathname}/write`);
    await browser.fill("//*[@name='text']", 'It looks like this.');
    await browser.attach("//input[@type='file']", join(folder, 'photo.jpg'));
    await browser.press('//main//button');
    const written = async () =>
      (await desk.call('GET', `/items/${ID}/messages`)).filter((one: { text: string }) => one.text === 'It looks like this.');
    await expect.poll(written, { timeout: 50_000 }).toMatchObject([{ attachments: [{ type: 'image/jpeg' }] }]);
  });

  it('takes a report with a photo from a page of the hotel’s own that frames it', async () => {
    const hotel = await Line.page(`<iframe src="${line.url}/lost/demo:1?embed" width="600" height="900"></iframe>`);
    await desk.call('PUT', '/locations/demo:1/guest-settings', { website: hotel.url });
    await browser.open(hotel.url);
    await browser.enter('//iframe');
    await browser.fill("//*[@name='request']", 'Burgundy suitcase');
    await browser.fill("//*[@name='name']", 'Sanne de Vries');
    await browser.fill("//*[@name='email']", 'sanne@example.com');
    await browser.attach("//input[@type='file']", join(folder, 'photo.jpg'));
    await browser.press('//main//button');
    const reports = async () => (await desk.call('GET', '/requests')).requests;
    await expect.poll(reports, { timeout: 50_000 }).toMatchObject([{ request: 'Burgundy suitcase' }]);
    expect((await reports())[0].imageUrl).not.toBeNull();
    await hotel.close();
  });
});
