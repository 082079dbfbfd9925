import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrong } from '../support/client.js';
import { type Contract, outcome, startContract, TIMESTAMP } from './contract.js';

let service: Contract;
const languages: Record<string, number> = {};
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1
  await service.location({ itemStorageDays: 10 }); // demo:2
  languages.en = (await service.api.listLanguages()).body[0].ID;
  languages.de = await service.language({ language: 'German', code: 'de', default: false, locationID: null });
  languages.nl = await service.language({ language: 'Dutch', code: 'nl', default: true, locationID: 'demo:2' });
});
afterAll(() => service?.stop());

const REQUIRED = {
  item: 'Umbrella',
  location: 'Room 312',
  departuredDate: '2026-11-20 11:00:00',
  locationID: 'demo:1',
  shipping: {},
};
const register = (changes: object = {}) => service.api.registerItem({ body: { ...REQUIRED, ...changes } });
const record = async (changes: object = {}) => {
  const answer = await register(changes);
  expect(outcome(answer)).toBe('201');
  return answer.body;
};

/** Each case: what is given beside the required fields, and the fault. */
const refuses = (cases: [object, string][]) =>
  it.each(cases)('%j is refused: %s', async (changes, fault) => expect(outcome(await register(changes))).toBe(fault));
const takes = (cases: object[]) =>
  it.each(cases)('%j is taken', async (changes) => expect(outcome(await register(changes))).toBe('201'));

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
      storageExpiresAt: expect.stringMatching(TIMESTAMP),
      registeredBy: null,
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
    expect(await record(given)).toMatchObject({ ...given, languageCode: 'de', status: 'waiting-response' });
  });

  it('needs item, location, departuredDate, locationID and shipping', async () => {
    expect(outcome(await service.api.registerItem({ body: wrong({}) }))).toBe(
      'departuredDate required, item required, location required, locationID required, shipping required',
    );
  });

  it('names every wrong field at once', async () => {
    expect(outcome(await register({ item: 5, brand: {}, owner: { firstName: 1 }, colors: ['teal', 'black', 7], nope: 1 }))).toBe(
      'brand invalid_type, colors.0 not_allowed, colors.2 invalid_type, item invalid_type, nope unknown_field, owner.firstName invalid_type',
    );
  });

  it('takes no body but an object', async () => {
    for (const body of [[], [REQUIRED], 'text', null]) {
      const answer = await service.api.registerItem({ body: wrong(body) });
      expect(answer.status).toBe(400);
    }
  });

  refuses([
    [{ color: 'black' }, 'color unknown_field'],
    [{ status: 'finished' }, 'status unknown_field'],
    [{ ID: 7 }, 'ID unknown_field'],
    [{ owner: { name: 'Anna' } }, 'owner.name unknown_field'],
    [{ owner: { address: { street: 'x' } } }, 'owner.address.street unknown_field'],
    [{ shipping: { size: 1 } }, 'shipping.size unknown_field'],
    [{ shipping: { dimensions: { depth: 1 } } }, 'shipping.dimensions.depth unknown_field'],
    [{ shipping: { weight: { kg: 1 } } }, 'shipping.weight.kg unknown_field'],
  ]);
});

describe('item, location, itemStorage, internalNotes, brand', () => {
  it('are trimmed', async () => {
    const padded = { item: '  Umbrella ', location: '\tLobby\n', brand: ' Fulton ' };
    expect(await record(padded)).toMatchObject({ item: 'Umbrella', location: 'Lobby', brand: 'Fulton' });
  });

  takes([
    { item: 'x'.repeat(2000) },
    { item: '😀'.repeat(2000) },
    { internalNotes: 'x'.repeat(2000), itemStorage: 'x'.repeat(2000) },
    { location: 'é'.repeat(255), brand: 'x'.repeat(255) },
    { itemStorage: null, internalNotes: null, brand: null },
  ]);
  refuses([
    [{ item: '   ' }, 'item required'],
    [{ location: '' }, 'location required'],
    [{ item: null }, 'item required'],
    [{ item: 'x'.repeat(2001) }, 'item too_long'],
    [{ internalNotes: 'x'.repeat(2001) }, 'internalNotes too_long'],
    [{ itemStorage: 'x'.repeat(2001) }, 'itemStorage too_long'],
    [{ location: 'x'.repeat(256) }, 'location too_long'],
    [{ brand: 'x'.repeat(256) }, 'brand too_long'],
    [{ imageUrl: `https://example.com/${'x'.repeat(236)}` }, 'imageUrl too_long'],
    [{ item: 'a\0b' }, 'item invalid_format'],
    [{ brand: 5 }, 'brand invalid_type'],
  ]);
});

describe('departuredDate', () => {
  it.each([
    '2026-11-20 11:22:33',
    '2026-11-20T11:22:33.444Z',
    '2026-11-20T11:22:33',
    '2026-11-20T23:59:59.999Z',
    '2026-11-20T00:00:00.000Z',
  ])('%s is that day, whatever the time', async (departuredDate) => {
    expect((await record({ departuredDate })).departuredDate).toBe('2026-11-20 00:00:00.000');
  });

  it('29 February is a day of leap years', async () => {
    expect((await record({ departuredDate: '2028-02-29 00:00:00' })).departuredDate).toBe('2028-02-29 00:00:00.000');
  });

  it.each([
    '2026-11-20',
    '2026-11-20 11:22',
    '2026-11-20T11:22',
    '2026-11-20T11:22:33Z',
    '2026-11-20T11:22:33.444',
    '2026-11-20 11:22:33.444',
    '2026-11-20 11:22:33Z',
    '2026-11-20T11:22:33+01:00',
    '2026-11-20T11:22:33.44Z',
    '2026-11-20T11:22:33.444+01:00',
    '2026-11-20t11:22:33.444z',
    '20-11-2026 11:22:33',
    '2026/11/20 11:22:33',
    '2026-1-2 11:22:33',
    '2026-02-30 11:22:33',
    '2027-02-29T00:00:00',
    '2026-13-01 11:22:33',
    '2026-11-20  11:22:33',
    '1763637753000',
    'tomorrow',
    '',
  ])('%j is in no accepted format', async (departuredDate) => {
    const answer = await register({ departuredDate });
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'departuredDate' }] } });
    if (departuredDate !== '') expect(outcome(answer)).toBe('departuredDate invalid_format');
  });

  refuses([
    [{ departuredDate: 1763637753000 }, 'departuredDate invalid_type'],
    [{ departuredDate: null }, 'departuredDate required'],
  ]);
});

describe('locationID', () => {
  refuses([
    [{ locationID: 'demo:99' }, 'locationID unknown_reference'],
    [{ locationID: 'other:1' }, 'locationID unknown_reference'],
    [{ locationID: 'nonsense' }, 'locationID unknown_reference'],
    [{ locationID: 'demo:99', languageID: 99 }, 'languageID unknown_reference, locationID unknown_reference'],
    [{ locationID: 1 }, 'locationID invalid_type'],
    [{ locationID: '' }, 'locationID required'],
  ]);

  it('of a deactivated Location takes no items', async () => {
    const locationID = await service.location();
    await service.api.deactivateLocation({ path: { locationID } });
    expect(outcome(await register({ locationID }))).toBe('409 location_deactivated');
    await service.api.reactivateLocation({ path: { locationID } });
    expect(outcome(await register({ locationID }))).toBe('201');
  });
});

describe('shipping', () => {
  it.each([1, 2, 3, 4, 5, 6])('takes the service class %i', async (ID) => {
    expect((await record({ shipping: { weight: { ID } } })).shipping).toEqual({ weight: { ID }, dimensions: null });
  });

  it('that fits has no sides', async () => {
    const { shipping } = await record({ shipping: { dimensions: { fitsInServicePackaging: true } } });
    expect(shipping.dimensions).toEqual({ fitsInServicePackaging: true, width: null, length: null, height: null });
  });

  const sides = { width: 1, length: 2, height: 3 };
  const big = (changes: object) => ({ shipping: { dimensions: { fitsInServicePackaging: false, ...sides, ...changes } } });
  takes([
    big({}),
    big({ width: 0.001, height: 1000 }),
    { shipping: { weight: null, dimensions: null } },
    { shipping: { dimensions: { fitsInServicePackaging: true, width: null, length: null, height: null } } },
    { shipping: { dimensions: { fitsInServicePackaging: true, width: 1, length: null, height: 1000 } } },
  ]);
  refuses([
    [{ shipping: null }, 'shipping required'],
    [{ shipping: [] }, 'shipping invalid_type'],
    [{ shipping: 'big' }, 'shipping invalid_type'],
    [{ shipping: { weight: 1 } }, 'shipping.weight invalid_type'],
    [{ shipping: { weight: { ID: 0 } } }, 'shipping.weight.ID out_of_range'],
    [{ shipping: { weight: { ID: 7 } } }, 'shipping.weight.ID out_of_range'],
    [{ shipping: { weight: { ID: 1.5 } } }, 'shipping.weight.ID invalid_type'],
    [{ shipping: { weight: { ID: '1' } } }, 'shipping.weight.ID invalid_type'],
    [{ shipping: { dimensions: { fitsInServicePackaging: 'no' } } }, 'shipping.dimensions.fitsInServicePackaging invalid_type'],
    [
      { shipping: { dimensions: { fitsInServicePackaging: false } } },
      'shipping.dimensions.height required, shipping.dimensions.length required, shipping.dimensions.width required',
    ],
    [big({ width: undefined }), 'shipping.dimensions.width required'],
    [big({ length: undefined }), 'shipping.dimensions.length required'],
    [big({ height: null }), 'shipping.dimensions.height required'],
    [big({ width: 0 }), 'shipping.dimensions.width out_of_range'],
    [big({ length: -1 }), 'shipping.dimensions.length out_of_range'],
    [big({ height: 1000.1 }), 'shipping.dimensions.height out_of_range'],
    [big({ height: '3' }), 'shipping.dimensions.height invalid_type'],
    [{ shipping: { dimensions: sides } }, 'shipping.dimensions.fitsInServicePackaging required'],
    [{ shipping: { dimensions: { fitsInServicePackaging: true, width: 0 } } }, 'shipping.dimensions.width out_of_range'],
  ]);
});

describe('imageUrl', () => {
  it.each([
    'https://example.com/a.jpg',
    'http://example.com/a.JPEG',
    'https://example.com/path/a.PnG?size=2#top',
    'https://example.com:8443/a.gif',
    'https://example.com/images/42',
    'https://example.com/',
    'https://example.com/v1.2/image',
  ])('%s is taken as it is', async (imageUrl) => expect((await record({ imageUrl })).imageUrl).toBe(imageUrl));

  it.each([
    'https://example.com/a.webp',
    'https://example.com/a.svg',
    'https://example.com/a.jpg.exe',
    'ftp://example.com/a.jpg',
    '//example.com/a.jpg',
    'example.com/a.jpg',
    '/a.jpg',
    'a.jpg',
    'javascript:alert(1)',
    'data:image/png;base64,AAAA',
    'http://',
    'https://exa mple.com/a.jpg',
    'https:example.com/a.jpg',
    'https:/example.com/a.jpg',
  ])('%s is not', async (imageUrl) => expect(outcome(await register({ imageUrl }))).toBe('imageUrl invalid_format'));

  takes([{ imageUrl: null }]);
  refuses([[{ imageUrl: 7 }, 'imageUrl invalid_type']]);
});

describe('customStorageDays', () => {
  const days = ({ createdAt, storageExpiresAt }: Record<string, string>) =>
    (Date.parse(`${storageExpiresAt}Z`) - Date.parse(`${createdAt}Z`)) / 86_400_000;

  it('overrules the Location’s days, longer and shorter; days have 24 hours', async () => {
    expect(days(await record())).toBe(90);
    expect(days(await record({ locationID: 'demo:2' }))).toBe(10);
    expect(days(await record({ locationID: 'demo:2', customStorageDays: 5 }))).toBe(5);
    expect(days(await record({ customStorageDays: 3650 }))).toBe(3650);
  });

  takes([{ customStorageDays: 1 }, { customStorageDays: null }]);
  refuses([
    [{ customStorageDays: 0 }, 'customStorageDays out_of_range'],
    [{ customStorageDays: -1 }, 'customStorageDays out_of_range'],
    [{ customStorageDays: 3651 }, 'customStorageDays out_of_range'],
    [{ customStorageDays: 1.5 }, 'customStorageDays invalid_type'],
    [{ customStorageDays: '5' }, 'customStorageDays invalid_type'],
  ]);
});

describe('colors and categories', () => {
  it('take every identifier of their lists', async () => {
    const IDs = ({ body }: { body: { ID: string }[] }) => body.map(({ ID }) => ID);
    const colors = IDs(await service.api.listColors());
    const categories = IDs(await service.api.listCategories());
    expect(await record({ colors, categories })).toMatchObject({ colors, categories });
  });

  takes([{ colors: [], categories: [] }]);
  refuses([
    [{ colors: ['black', 'teal'] }, 'colors.1 not_allowed'],
    [{ colors: ['lightblue'] }, 'colors.0 not_allowed'],
    [{ colors: 'black' }, 'colors invalid_type'],
    [{ colors: [null] }, 'colors.0 invalid_type'],
    [{ categories: ['phone'] }, 'categories.0 not_allowed'],
    [{ categories: [1] }, 'categories.0 invalid_type'],
  ]);
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
    expect(await record({ locationID, ...choice })).toMatchObject({ languageID: languages[code], languageCode: code });
  });

  refuses([
    [{ languageCode: 'xx' }, 'languageCode unknown_reference'],
    [{ languageCode: 'nl' }, 'languageCode unknown_reference'],
    [{ languageID: 99 }, 'languageID unknown_reference'],
    [{ languageID: 'en' }, 'languageID invalid_type'],
    [{ languageCode: 1 }, 'languageCode invalid_type'],
  ]);

  it('of another Location is unknown', async () => {
    expect(outcome(await register({ languageID: languages.nl }))).toBe('languageID unknown_reference');
    expect(outcome(await register({ locationID: 'demo:2', languageID: languages.nl }))).toBe('201');
  });
});

describe('owner', () => {
  const owner = (fields: object) => ({ owner: fields });
  const address = (fields: object) => owner({ address: fields });

  it('has every key, and no address while nothing of it is known', async () => {
    expect((await record(owner({ firstName: 'Anna' }))).owner).toEqual({ ...NOBODY, firstName: 'Anna' });
    expect((await record(address({ city: null }))).owner.address).toBeNull();
    expect((await record(address({ city: 'Bonn' }))).owner.address).toEqual({
      address: null,
      address2: null,
      city: 'Bonn',
      countryID: null,
      state: null,
      zipCode: null,
      companyName: null,
    });
  });

  it('with an email address or a phone number is told: the item waits for a response', async () => {
    expect((await record(owner({ contactEmail: 'a@example.com' }))).status).toBe('waiting-response');
    expect((await record(owner({ phoneNumber: '+31 20 123 4567' }))).status).toBe('waiting-response');
    expect((await record(owner({ firstName: 'Anna' }))).status).toBe('contact-missing');
  });

  it.each(['+31 20 123 4567', '+31201234567', '+1 212 555 2368', '+49 40 123456'])(
    'the phone number %s is stored as written',
    async (phoneNumber) => expect((await record(owner({ phoneNumber }))).owner.phoneNumber).toBe(phoneNumber),
  );

  it.each(['0201234567', '0031 20 123 4567', '+', '+31', '+999 123456', '+31-20-1234567', '+31 (0)20 1234567', 'phone'])(
    'the phone number %s is refused',
    async (phoneNumber) => expect(outcome(await register(owner({ phoneNumber })))).toBe('owner.phoneNumber invalid_format'),
  );

  takes([
    owner({}),
    owner({ contactEmail: null, phoneNumber: null, reservationNumber: null, activityNumber: null, agreementNumber: null }),
    owner({ address: null }),
    address({ countryID: 'AU', state: 'NSW' }),
    address({ countryID: 'CA', state: 'ON' }),
    address({ countryID: 'US', state: 'CA' }),
    address({ countryID: 'NL', state: null }),
    address({ countryID: 'CM' }),
    address({ countryID: 'GG' }),
  ]);
  refuses([
    [{ owner: [] }, 'owner invalid_type'],
    [{ owner: 'Anna' }, 'owner invalid_type'],
    [owner({ contactEmail: 'anna' }), 'owner.contactEmail invalid_format'],
    [owner({ contactEmail: 'a@b@c.example' }), 'owner.contactEmail invalid_format'],
    [owner({ firstName: 'x'.repeat(256) }), 'owner.firstName too_long'],
    [owner({ reservationNumber: 5 }), 'owner.reservationNumber invalid_type'],
    [owner({ phoneNumber: 31201234567 }), 'owner.phoneNumber invalid_type'],
    [owner({ address: 'Main St' }), 'owner.address invalid_type'],
    [address({ countryID: 'nl' }), 'owner.address.countryID not_allowed'],
    [address({ countryID: 'XX' }), 'owner.address.countryID not_allowed'],
    [address({ countryID: 'Netherlands' }), 'owner.address.countryID not_allowed'],
    [address({ countryID: 'NL', state: 'NH' }), 'owner.address.state not_allowed'],
    [address({ countryID: 'US', state: 'NSW' }), 'owner.address.state not_allowed'],
    [address({ countryID: 'US', state: 'California' }), 'owner.address.state not_allowed'],
    [address({ countryID: 'US', state: 'ca' }), 'owner.address.state not_allowed'],
    [address({ countryID: 'AU', state: 'AU-NSW' }), 'owner.address.state not_allowed'],
    [address({ state: 'CA' }), 'owner.address.state not_allowed'],
    [{ ...address({ countryID: 'NL', state: 'NH' }), item: '' }, 'item required, owner.address.state not_allowed'],
  ]);
});

const NOBODY = {
  firstName: null,
  lastName: null,
  contactEmail: null,
  phoneNumber: null,
  reservationNumber: null,
  activityNumber: null,
  agreementNumber: null,
  address: null,
};
