import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, outcome, startContract, TIMESTAMP } from './contract.js';
import { itemCalls, KNOWN, storageDays } from './items.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1
});
afterAll(() => service?.stop());

const { registered, update, setStatus, read } = itemCalls(() => service, KNOWN);

describe('PUT /items/:itemID', () => {
  it('answers 200 with the full record', async () => {
    const before = await registered();
    const answer = await update(before.ID, { brand: 'Senz' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, brand: 'Senz', updatedAt: expect.stringMatching(TIMESTAMP) });
    expect(await read(before.ID)).toEqual(answer.body);
  });

  it.each([
    { item: 'Walking stick' },
    { location: 'Lobby' },
    { itemStorage: 'Safe' },
    { internalNotes: 'Dry' },
    { imageUrl: 'https://example.com/b.png' },
    { brand: 'Senz' },
    { colors: ['blue'] },
    { categories: ['toy', 'bag'] },
  ])('changes %o and keeps every other field', async (changes) => {
    const before = await registered();
    expect((await update(before.ID, changes)).body).toEqual({
      ...before,
      ...changes,
      ...('imageUrl' in changes && { photos: [expect.objectContaining({ url: changes.imageUrl })] }),
      updatedAt: expect.stringMatching(TIMESTAMP),
    });
  });

  it('takes a body without any field, and changes nothing then', async () => {
    const before = await registered();
    expect(await update(before.ID, {})).toMatchObject({ status: 200, body: before });
  });

  it.each(['itemStorage', 'internalNotes', 'imageUrl', 'customStorageDays', 'brand'])('clears %s with null', async (field) => {
    const before = await registered();
    const { body } = await update(before.ID, { [field]: null });
    expect(body[field]).toBeNull();
    expect((await read(before.ID))[field]).toBeNull();
  });

  it('replaces colors and categories, also with none', async () => {
    const { ID } = await registered();
    expect((await update(ID, { colors: ['gold'], categories: [] })).body).toMatchObject({ colors: ['gold'], categories: [] });
  });

  it('takes the three formats of departuredDate and a bare date, and no other', async () => {
    const { ID } = await registered();
    for (const departuredDate of ['2026-10-01 01:02:03', '2026-10-01T01:02:03.004Z', '2026-10-01T01:02:03', '2026-10-01']) {
      const { body } = await update(ID, { departuredDate });
      expect(body.departuredDate, departuredDate).toBe('2026-10-01 00:00:00.000');
    }
    expect(outcome(await update(ID, { departuredDate: '2026-10' }))).toBe('departuredDate invalid_format');
  });

  it('customStorageDays moves the end of storage, and null moves it back', async () => {
    const { ID } = await registered();
    expect(storageDays((await update(ID, { customStorageDays: 7 })).body)).toBe(7);
    expect(storageDays((await update(ID, { customStorageDays: null })).body)).toBe(90);
  });

  it.each([
    [{ locationID: 'demo:2' }, 'locationID unknown_field'],
    [{ languageID: 1 }, 'languageID unknown_field'],
    [{ languageCode: 'en' }, 'languageCode unknown_field'],
    [{ imageUrl: 'https://example.com/a.pdf' }, 'imageUrl invalid_format'],
    [{ owner: { phoneNumber: '040 123' } }, 'owner.phoneNumber invalid_format'],
  ])('%o is refused: %s', async (changes, fault) => {
    const before = await registered();
    expect(outcome(await update(before.ID, changes))).toBe(fault);
    expect(await read(before.ID)).toEqual(before);
  });
});

describe('updating the owner', () => {
  it('merges field by field, the address likewise', async () => {
    const { ID, owner } = await registered();
    expect((await update(ID, { owner: { firstName: 'Anne' } })).body.owner).toEqual({ ...owner, firstName: 'Anne' });
    expect((await update(ID, { owner: { address: { city: 'Salem', zipCode: null } } })).body.owner).toEqual({
      ...owner,
      firstName: 'Anne',
      address: { ...owner.address, city: 'Salem', zipCode: null },
    });
    expect((await update(ID, { owner: {} })).body.owner.address.city).toBe('Salem');
    expect((await update(ID, { owner: { address: {} } })).body.owner.address.city).toBe('Salem');
  });

  it.each(['firstName', 'lastName', 'contactEmail', 'phoneNumber', 'reservationNumber', 'activityNumber', 'agreementNumber'])(
    'clears %s with null',
    async (field) => {
      const { ID, owner } = await registered();
      expect((await update(ID, { owner: { [field]: null } })).body.owner).toEqual({ ...owner, [field]: null });
    },
  );

  it('clears the whole address with null', async () => {
    const { ID } = await registered();
    expect((await update(ID, { owner: { address: null } })).body.owner.address).toBeNull();
  });

  it('a state must be one of the country that stands then', async () => {
    const { ID } = await registered();
    const address = (fields: object) => update(ID, { owner: { address: fields } });
    expect(outcome(await address({ state: 'NSW' }))).toBe('owner.address.state not_allowed');
    expect((await address({ state: 'NY' })).body.owner.address.state).toBe('NY');
    expect(outcome(await address({ countryID: 'AU', state: 'NY' }))).toBe('owner.address.state not_allowed');
    expect((await address({ countryID: 'AU', state: 'NSW' })).body.owner.address).toMatchObject({
      countryID: 'AU',
      state: 'NSW',
    });
  });

  it('a stored state that the new country does not have becomes null', async () => {
    const { ID } = await registered();
    const { body } = await update(ID, { owner: { address: { countryID: 'DE' } } });
    expect(body.owner.address).toMatchObject({ countryID: 'DE', state: null, city: 'Boston' });
  });

  it('a contact that was missing lets the item wait for a response', async () => {
    const { ID, status } = await registered({ owner: { firstName: 'Anna' } });
    expect(status).toBe('contact-missing');
    expect((await update(ID, { owner: { phoneNumber: '+49 40 123456' } })).body.status).toBe('waiting-response');
  });
});

describe('updating shipping', () => {
  it('needs dimensions with fitsInServicePackaging; its other parts are merged', async () => {
    const { ID } = await registered();
    expect(outcome(await update(ID, { shipping: {} }))).toBe('shipping.dimensions required');
    expect(outcome(await update(ID, { shipping: { weight: { ID: 3 } } }))).toBe('shipping.dimensions required');
    expect(outcome(await update(ID, { shipping: { dimensions: {} } }))).toBe(
      'shipping.dimensions.fitsInServicePackaging required',
    );
    expect((await update(ID, { shipping: { dimensions: { fitsInServicePackaging: true } } })).body.shipping).toEqual({
      weight: { ID: 2 },
      dimensions: { fitsInServicePackaging: true, width: null, length: null, height: null },
    });
    const both = { weight: { ID: 6 }, dimensions: { fitsInServicePackaging: false, width: 1, length: 2, height: 3 } };
    expect((await update(ID, { shipping: both })).body.shipping).toEqual(both);
  });

  it('keeps the service class unless it is cleared with null', async () => {
    const { ID } = await registered();
    const weightAfter = async (weight: unknown) =>
      (await update(ID, { shipping: { weight, dimensions: { fitsInServicePackaging: true } } })).body.shipping.weight;
    expect(await weightAfter(undefined)).toEqual({ ID: 2 });
    expect(await weightAfter({})).toEqual({ ID: 2 });
    expect(await weightAfter({ ID: null })).toBeNull();
    expect(await weightAfter({ ID: 3 })).toEqual({ ID: 3 });
    expect(await weightAfter(null)).toBeNull();
  });

  it('needs width, length and height when it does not fit', async () => {
    const { ID } = await registered();
    expect(outcome(await update(ID, { shipping: { dimensions: { fitsInServicePackaging: false, width: 5 } } }))).toBe(
      'shipping.dimensions.height required, shipping.dimensions.length required',
    );
  });
});

describe('PUT /items/:itemID/status', () => {
  it.each(['left-behind', 'finished'])('takes %s and answers the full record', async (status) => {
    const before = await registered();
    const answer = await setStatus(before.ID, status);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body).toEqual({ ...before, status, updatedAt: expect.stringMatching(TIMESTAMP) });
    expect(await read(before.ID)).toEqual(answer.body);
  });

  it('finished and left-behind may replace each other; the status it already has changes nothing', async () => {
    const { ID } = await registered();
    await setStatus(ID, 'finished');
    expect((await setStatus(ID, 'left-behind')).body.status).toBe('left-behind');
    const before = await read(ID);
    expect(await setStatus(ID, 'left-behind')).toMatchObject({ status: 200, body: before });
    expect((await setStatus(ID, 'finished')).body.status).toBe('finished');
  });

  it.each(['waiting-response', 'expired', 'deleted', 'Finished', 'lost', ''])('%j is refused', async (status) => {
    expect(outcome(await setStatus((await registered()).ID, status))).toBe('status not_allowed');
  });
});
