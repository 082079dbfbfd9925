import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, startContract } from './contract.js';
import { itemCalls, REQUIRED, storageDays } from './items.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1
  await service.location({ itemStorageDays: 10 }); // demo:2
});
afterAll(() => service?.stop());

const { registered, refuses, takes } = itemCalls(() => service, REQUIRED);

describe('itemStorage', () => {
  refuses([[{ itemStorage: 'Shelf\nB3' }, 'itemStorage invalid_format']]);
});

describe('shipping', () => {
  it('that fits has no sides', async () => {
    const { shipping } = await registered({ shipping: { dimensions: { fitsInServicePackaging: true } } });
    expect(shipping.dimensions).toEqual({ fitsInServicePackaging: true, width: null, length: null, height: null });
  });

  const sides = { width: 1, length: 2, height: 3 };
  const big = (changes: object) => ({ shipping: { dimensions: { fitsInServicePackaging: false, ...sides, ...changes } } });
  takes([
    big({}),
    big({ width: 0.001, height: 1000 }),
    { shipping: { dimensions: { fitsInServicePackaging: true, width: null, length: null, height: null } } },
    { shipping: { dimensions: { fitsInServicePackaging: true, width: 1, length: null, height: 1000 } } },
  ]);
  refuses([
    [
      { shipping: { dimensions: { fitsInServicePackaging: false } } },
      'shipping.dimensions.height required, shipping.dimensions.length required, shipping.dimensions.width required',
    ],
    [big({ width: undefined }), 'shipping.dimensions.width required'],
    [big({ length: undefined }), 'shipping.dimensions.length required'],
    [big({ height: null }), 'shipping.dimensions.height required'],
    [{ shipping: { dimensions: { fitsInServicePackaging: true, width: 0 } } }, 'shipping.dimensions.width out_of_range'],
  ]);
});

describe('customStorageDays', () => {
  it('overrules the Location’s days, longer and shorter; days have 24 hours', async () => {
    expect(storageDays(await registered())).toBe(90);
    expect(storageDays(await registered({ locationID: 'demo:2' }))).toBe(10);
    expect(storageDays(await registered({ locationID: 'demo:2', customStorageDays: 5 }))).toBe(5);
    expect(storageDays(await registered({ customStorageDays: 3650 }))).toBe(3650);
  });
});

describe('colors and categories', () => {
  it('take every identifier of their lists', async () => {
    const IDs = ({ body }: { body: { ID: string }[] }) => body.map(({ ID }) => ID);
    const colors = IDs(await service.api.listColors());
    const categories = IDs(await service.api.listCategories());
    expect(await registered({ colors, categories })).toMatchObject({ colors, categories });
  });
});
