import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, outcome, startContract } from './contract.js';
import { itemCalls, REQUIRED, storageDays } from './items.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1
  await service.location({ itemStorageDays: 10 }); // demo:2
});
afterAll(() => service?.stop());

const { register, registered, refuses, takes } = itemCalls(() => service, REQUIRED);

describe('item, location, itemStorage, internalNotes, brand', () => {
  it('are trimmed', async () => {
    const padded = { item: '  Umbrella ', location: '\tLobby\n', brand: ' Fulton ' };
    expect(await registered(padded)).toMatchObject({ item: 'Umbrella', location: 'Lobby', brand: 'Fulton' });
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
    [{ itemStorage: 'Shelf\nB3' }, 'itemStorage invalid_format'],
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
    '2026-11-20',
  ])('%s is that day, whatever the time', async (departuredDate) => {
    expect((await registered({ departuredDate })).departuredDate).toBe('2026-11-20 00:00:00.000');
  });

  it('29 February is a day of leap years', async () => {
    expect((await registered({ departuredDate: '2028-02-29 00:00:00' })).departuredDate).toBe('2028-02-29 00:00:00.000');
  });

  it.each([
    '2026-11',
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
    expect(outcome(await register({ departuredDate }))).toBe('departuredDate invalid_format');
  });

  refuses([
    [{ departuredDate: 1763637753000 }, 'departuredDate invalid_type'],
    [{ departuredDate: null }, 'departuredDate required'],
  ]);
});

describe('shipping', () => {
  it.each([1, 2, 3, 4, 5, 6])('takes the service class %i', async (ID) => {
    expect((await registered({ shipping: { weight: { ID } } })).shipping).toEqual({ weight: { ID }, dimensions: null });
  });

  it('that fits has no sides', async () => {
    const { shipping } = await registered({ shipping: { dimensions: { fitsInServicePackaging: true } } });
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
  ])('%s is taken as it is', async (imageUrl) => expect((await registered({ imageUrl })).imageUrl).toBe(imageUrl));

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
  it('overrules the Location’s days, longer and shorter; days have 24 hours', async () => {
    expect(storageDays(await registered())).toBe(90);
    expect(storageDays(await registered({ locationID: 'demo:2' }))).toBe(10);
    expect(storageDays(await registered({ locationID: 'demo:2', customStorageDays: 5 }))).toBe(5);
    expect(storageDays(await registered({ customStorageDays: 3650 }))).toBe(3650);
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
    expect(await registered({ colors, categories })).toMatchObject({ colors, categories });
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
