import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Contract, startContract } from './contract.js';
import { itemCalls, NOBODY, REQUIRED } from './items.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1
});
afterAll(() => service?.stop());

const { registered, refuses, takes } = itemCalls(() => service, REQUIRED);

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

  takes([
    address({ countryID: 'AU', state: 'NSW' }),
    address({ countryID: 'CA', state: 'ON' }),
    address({ countryID: 'US', state: 'CA' }),
    address({ countryID: 'NL', state: null }),
    address({ countryID: 'CM' }),
    address({ countryID: 'GG' }),
  ]);
  refuses([
    [address({ countryID: 'NL', state: 'NH' }), 'owner.address.state not_allowed'],
    [address({ countryID: 'US', state: 'NSW' }), 'owner.address.state not_allowed'],
    [address({ countryID: 'US', state: 'California' }), 'owner.address.state not_allowed'],
    [address({ countryID: 'US', state: 'ca' }), 'owner.address.state not_allowed'],
    [address({ countryID: 'AU', state: 'AU-NSW' }), 'owner.address.state not_allowed'],
    [address({ state: 'CA' }), 'owner.address.state not_allowed'],
  ]);
});
