import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, outcome, startContract, TIMESTAMP } from './contract.js';
import { locationCalls, within } from './locations.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
});
afterAll(() => service?.stop());

const { created, update, read } = locationCalls(() => service);

describe('PUT /locations/:locationID', () => {
  it('answers 200 with the full record; absent fields keep their value', async () => {
    const before = await created({ reference: 'A' });
    const answer = await update(before.locationID, { itemStorageDays: 30 });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ ...before, itemStorageDays: 30, updatedAt: expect.stringMatching(TIMESTAMP) });
    expect(await update(before.locationID, {})).toMatchObject({ status: 200, body: answer.body });
    expect(await read(before.locationID)).toEqual(answer.body);
  });

  it.each([
    ['address', { city: 'Haarlem' }],
    ['address', { address: 'Spui', addressNumber: '2', zipCode: '1012' }],
    ['contactDetails', { contactPerson: 'Ann' }],
    ['contactDetails', { contactEmailCC: 'a@example.com' }],
    ['pickupDetails', { pickupLocation: 'Door' }],
    ['pickupDetails', { pickupIntructions: 'Ring' }],
  ] as const)('merges %s field by field: %o', async (part, changes) => {
    const before = await created({ pickupDetails: { pickupLocation: 'Lobby', pickupIntructions: 'Knock' } });
    const { body } = await update(before.locationID, { [part]: changes });
    expect(body).toEqual({
      ...before,
      [part]: { ...before[part], ...changes },
      updatedAt: expect.stringMatching(TIMESTAMP),
    });
  });

  it('clears reference, contactEmailCC, pickupIntructions and state with null', async () => {
    const { locationID } = await created({
      reference: 'A',
      ...within('contactDetails', { contactEmailCC: 'a@example.com' }),
      ...within('address', { countryID: 'US', state: 'CA' }),
      pickupDetails: { pickupIntructions: 'Ring' },
    });
    const { body } = await update(locationID, {
      reference: null,
      contactDetails: { contactEmailCC: null },
      address: { state: null },
      pickupDetails: { pickupIntructions: null },
    });
    expect([
      body.reference,
      body.contactDetails.contactEmailCC,
      body.address.state,
      body.pickupDetails.pickupIntructions,
    ]).toEqual([null, null, null, null]);
  });

  it('a stored state that the new country does not have becomes null, unless a new one is given', async () => {
    const { locationID } = await created(within('address', { countryID: 'US', state: 'CA' }));
    expect(outcome(await update(locationID, { address: { countryID: 'AU', state: 'CA' } }))).toBe('address.state not_allowed');
    expect((await update(locationID, { address: { countryID: 'AU', state: 'NSW' } })).body.address.state).toBe('NSW');
    expect((await update(locationID, { address: { countryID: 'NL' } })).body.address).toMatchObject({
      countryID: 'NL',
      state: null,
    });
    expect(outcome(await update(locationID, { address: { state: 'NH' } }))).toBe('address.state not_allowed');
  });

  it.each([
    [{ name: 'New' }, 'name unknown_field'],
    [{ daysBeforeRequestExpires: 5 }, 'daysBeforeRequestExpires unknown_field'],
    [{ options: { weightUnit: 'lb' } }, 'options unknown_field'],
  ])('%j is refused: %s', async (changes, fault) => {
    const before = await created();
    expect(outcome(await update(before.locationID, changes))).toBe(fault);
    expect(await read(before.locationID)).toEqual(before);
  });
});
