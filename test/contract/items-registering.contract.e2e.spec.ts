import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, outcome, startContract, TIMESTAMP } from './contract.js';
import { itemCalls, NOBODY, REQUIRED } from './items.js';

let service: Contract;
const languages: Record<string, number> = {};
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1
  await service.location(); // demo:2
  languages.en = (await service.api.listLanguages()).body[0].ID;
  languages.de = await service.language({ language: 'German', code: 'de' });
  languages.nl = await service.language({ language: 'Dutch', code: 'nl', default: true, locationID: 'demo:2' });
});
afterAll(() => service?.stop());

const { register, registered, refuses } = itemCalls(() => service, REQUIRED);

describe('POST /items', () => {
  it('answers 201 with the full record and its Location, null and empty for what is absent', async () => {
    const answer = await register();
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v2/items/${answer.body.ID}`);
    expect(answer.body).toEqual({
      ID: expect.any(Number),
      locationID: 'demo:1',
      item: 'Umbrella',
      location: 'Room 312',
      departuredDate: '2026-11-20 00:00:00.000',
      shipping: { weight: null, dimensions: null },
      externalID: null,
      itemStorage: null,
      internalNotes: null,
      imageUrl: null,
      customStorageDays: null,
      brand: null,
      colors: [],
      categories: [],
      owner: { ...NOBODY },
      languageID: languages.en,
      languageCode: 'en',
      status: 'contact-missing',
      foundAt: null,
      foundBy: null,
      hiddenMark: null,
      handling: 'normal',
      storagePlaceID: null,
      storagePlace: null,
      photos: [],
      requestID: null,
      payment: null,
      shipment: null,
      hold: null,
      outcome: null,
      handover: null,
      disposal: null,
      storageExpiresAt: expect.stringMatching(TIMESTAMP),
      registeredBy: null,
      registeredByName: null,
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: answer.body.createdAt,
    });
    expect((await service.api.getItem({ path: { itemID: answer.body.ID } })).body).toEqual(answer.body);
  });

  it('keeps every field it takes', async () => {
    const given = {
      item: 'Suitcase',
      shipping: { weight: { ID: 4 }, dimensions: { fitsInServicePackaging: false, width: 35.5, length: 60, height: 25 } },
      itemStorage: 'Shelf B3',
      internalNotes: 'Found by housekeeping',
      imageUrl: 'https://images.example.com/a.jpg',
      customStorageDays: 30,
      brand: 'Rimowa',
      colors: ['black', 'lightBlue'],
      categories: ['bag', 'misc'],
      owner: {
        firstName: 'Anna',
        lastName: 'Schmidt',
        contactEmail: 'anna@example.com',
        phoneNumber: '+49 40 123456',
        reservationNumber: 'R-1',
        activityNumber: 'A-1',
        agreementNumber: 'G-1',
        address: {
          address: '1 Main St',
          address2: 'Floor 2',
          city: 'Boston',
          countryID: 'US',
          state: 'MA',
          zipCode: '02108',
          companyName: 'Acme',
        },
      },
      languageID: languages.de,
    };
    expect(await registered(given)).toMatchObject({ ...given, languageCode: 'de', status: 'waiting-response' });
  });
});

describe('locationID', () => {
  refuses([
    [{ locationID: 'demo:99' }, 'locationID unknown_reference'],
    [{ locationID: 'other:1' }, 'locationID unknown_reference'],
    [{ locationID: 'nonsense' }, 'locationID unknown_reference'],
    [{ locationID: 'demo:99', languageID: 99 }, 'languageID unknown_reference, locationID unknown_reference'],
  ]);

  it('of a deactivated Location takes no items', async () => {
    const locationID = await service.location();
    await service.api.deactivateLocation({ path: { locationID } });
    expect(outcome(await register({ locationID }))).toBe('409 location_deactivated');
    await service.api.reactivateLocation({ path: { locationID } });
    expect(outcome(await register({ locationID }))).toBe('201');
  });
});

describe('languageID and languageCode', () => {
  it.each([
    ['neither is the default of the Group', 'demo:1', {}, 'en'],
    ['neither is the default of the Location', 'demo:2', {}, 'nl'],
    ['a code is that Language', 'demo:1', { languageCode: 'de' }, 'de'],
    ['an ID overrules a code', 'demo:1', { languageCode: 'en', languageID: 'de' }, 'de'],
    ['an ID lets the code be ignored, known or not', 'demo:1', { languageCode: 'xx', languageID: 'de' }, 'de'],
    ['null is neither', 'demo:1', { languageCode: null, languageID: null }, 'en'],
  ] as const)('%s', async (_, locationID, given, code) => {
    const { languageID, ...rest } = given as { languageID?: string | null };
    const choice = { ...rest, ...(languageID !== undefined && { languageID: languageID && languages[languageID] }) };
    expect(await registered({ locationID, ...choice })).toMatchObject({ languageID: languages[code], languageCode: code });
  });

  refuses([
    [{ languageCode: 'xx' }, 'languageCode unknown_reference'],
    [{ languageCode: 'nl' }, 'languageCode unknown_reference'],
    [{ languageID: 99 }, 'languageID unknown_reference'],
  ]);

  it('of another Location is unknown', async () => {
    expect(outcome(await register({ languageID: languages.nl }))).toBe('languageID unknown_reference');
    expect(outcome(await register({ locationID: 'demo:2', languageID: languages.nl }))).toBe('201');
  });
});
