import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, outcome, startContract } from './contract.js';
import { itemCalls, NOBODY, REQUIRED } from './items.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1
});
afterAll(() => service?.stop());

const { register, registered, refuses, takes } = itemCalls(() => service, REQUIRED);

describe('owner', () => {
  const owner = (fields: object) => ({ owner: fields });
  const address = (fields: object) => owner({ address: fields });

  it('has every key, and no address while nothing of it is known', async () => {
    expect((await registered(owner({ firstName: 'Anna' }))).owner).toEqual({ ...NOBODY, firstName: 'Anna' });
    expect((await registered(address({ city: null }))).owner.address).toBeNull();
    expect((await registered(address({ city: 'Bonn' }))).owner.address).toEqual({
      address: null,
      address2: null,
      city: 'Bonn',
      countryID: null,
      state: null,
      zipCode: null,
      companyName: null,
      recipient: null,
      phoneNumber: null,
    });
  });

  it('with an email address or a phone number is told: the item waits for a response', async () => {
    expect((await registered(owner({ contactEmail: 'a@example.com' }))).status).toBe('waiting-response');
    expect((await registered(owner({ phoneNumber: '+31 20 123 4567' }))).status).toBe('waiting-response');
    expect((await registered(owner({ firstName: 'Anna' }))).status).toBe('contact-missing');
  });

  it.each(['+31 20 123 4567', '+31201234567', '+1 212 555 2368', '+49 40 123456'])(
    'the phone number %s is stored as written',
    async (phoneNumber) => expect((await registered(owner({ phoneNumber }))).owner.phoneNumber).toBe(phoneNumber),
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
