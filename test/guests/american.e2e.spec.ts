import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GuestService, startGuestService } from './guests.js';

let service: GuestService;
let chicago: string;
beforeAll(async () => {
  service = await startGuestService();
  const address = {
    address: 'Wacker Drive',
    addressNumber: '71',
    city: 'Chicago',
    state: 'IL',
    zipCode: '60601',
    countryID: 'US',
  };
  chicago = await service.location({ name: 'Lakeside Inn', address });
  await service.call('PUT', `/locations/${chicago}/guest-settings`, { pickup: { openingHours: { de: 'Immer', en: 'Always' } } });
});
afterAll(() => service?.stop());

/** What a browser that accepts these languages is shown. */
async function page(path: string, accept: string, form?: Record<string, string>): Promise<string> {
  const sent = form && { method: 'POST', body: new URLSearchParams(form) };
  return (await fetch(service.url + path, { ...sent, headers: { 'accept-language': accept } })).text();
}

const inChicago = async (changes = {}) => {
  const { ID } = await service.suitcase({ locationID: chicago, ...changes });
  return { ID, path: service.pathTo('item', ID) };
};

describe('a house in the United States', () => {
  it('speaks to its guests as Americans do, whatever English their browser is set to', async () => {
    const { path } = await inChicago();
    const shown = await page(path, 'en');
    expect(shown).toContain('<html lang="en-US" dir="ltr">');
    expect(shown).toContain('November 18, 2026');
    expect(shown).toContain('<dt>Color</dt>');
    expect(shown).toMatch(/lang="en" hreflang="en" aria-current="true"/);
    expect(await page(`${path}/collect`, 'en')).toContain('Always');
    const form = await page(`${path}/send`, 'en-GB');
    for (const label of ['ZIP code', 'City', 'Apt, suite, floor', 'State'])
      expect(form).toMatch(new RegExp(`<label [^>]*>${label}`));
    expect(await page(path, 'de')).toContain('<html lang="de"');
    expect(await page(`${path}?lang=en`, 'de')).toContain('<html lang="en-US"');
  });

  it('writes its mails so', async () => {
    const { ID } = await inChicago();
    const { body } = await service.call('GET', `/items/${ID}/messages`);
    expect(body[0].text).toContain('you can pick it up, have it sent to you');
    expect(body[0].text).toMatch(/until [A-Z][a-z]+ \d+, 20\d\d\./);
  });

  it('says too what is wrong in its words, and takes a report in the Language that it has', async () => {
    const { path } = await inChicago();
    const wrong = await page(`${path}/send`, 'en', {
      countryID: 'US',
      zipCode: 'x',
      city: 'Boston',
      address: 'Elm 1',
      recipient: 'Ann',
    });
    expect(wrong).toContain('not a ZIP or postal code');
    const token = /name="token" value="([^"]+)"/.exec(await page(`/lost/${chicago}`, 'en-US'))![1]!;
    const form = new FormData();
    for (const [name, value] of Object.entries({ token, request: 'Ring', name: 'Ann', email: 'ann@example.org' }))
      form.set(name, value);
    const made = await fetch(`${service.url}/lost/${chicago}`, {
      method: 'POST',
      body: form,
      headers: { 'accept-language': 'en-US' },
    });
    expect(made.status).toBe(200);
    const { requests } = (await service.call('GET', `/locations/${chicago}/requests`)).body;
    expect((await service.call('GET', `/languages/${requests[0].languageID}`)).body.code).toBe('en');
  });
});

describe('a house elsewhere', () => {
  it('speaks so to browsers that ask for it, and to others as the British do', async () => {
    const path = service.pathTo('item', (await service.suitcase()).ID);
    expect(await page(path, 'en-US,en;q=0.9')).toContain('November 18, 2026');
    expect(await page(`${path}?lang=en`, 'de,en-US;q=0.5')).toContain('<html lang="en-US"');
    const british = await page(path, 'en-GB,en;q=0.9');
    expect(british).toContain('<html lang="en" dir="ltr">');
    expect(british).toContain('18 November 2026');
    expect(await page('/g/none', 'en-US')).toContain('<html lang="en-US"');
  });

  it('asks for an address as the country of the guest has it', async () => {
    const owner = { contactEmail: 'anna@example.com', phoneNumber: '+1 312 555 0123' };
    const { ID } = await service.suitcase({ owner });
    const form = await page(`${service.pathTo('item', ID)}/send`, 'en-GB');
    expect(form).toMatch(/<label [^>]*>ZIP code/);
    const { ID: dutch } = await service.suitcase();
    expect(await page(`${service.pathTo('item', dutch)}/send`, 'en-GB')).toMatch(/<label [^>]*>Postcode/);
  });

  it('writes later in the English that an answer was given in', async () => {
    const { ID } = await service.suitcase();
    await page(`${service.pathTo('item', ID)}/collect?lang=en`, 'en-US', {});
    const { body } = await service.call('GET', `/items/${ID}/messages`);
    const told = body.find(({ kind }: { kind: string }) => kind === 'answer-received');
    expect(told.text).toContain('You will pick it up.');
  });
});
