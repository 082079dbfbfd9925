import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { INTEGRATION, userWith } from '../../../../test/support/callers.js';
import { type ItemCommand, itemDecider, type NewItem } from './item.decider.js';
import { UNKNOWN_OWNER } from './item.details.js';
import type { ItemEvent } from './item.events.js';
import { became, REGISTERED_AT, registered } from './spec/items.js';

const { given } = specificationOf(itemDecider);

const isState = (countryID: string, state: string) => countryID === 'US' && state === 'CA';
const charger: NewItem = { item: 'Phone charger', location: '312', departuredDate: '2026-11-20', shipping: {} };
const location = { locationID: 'demo:1', active: true, itemStorageDays: 90 };
const language = { id: 1, code: 'en' };
const reachable = { contactEmail: 'anna@example.com' };

function registering(item: Partial<NewItem> = {}, at = location): ItemCommand {
  return { type: 'RegisterItem', item: { ...charger, ...item }, location: at, language, isState, at: REGISTERED_AT };
}

const updating = (changes: Extract<ItemCommand, { type: 'UpdateItem' }>['changes'], at = REGISTERED_AT): ItemCommand => ({
  type: 'UpdateItem',
  caller: INTEGRATION,
  changes,
  isState,
  at,
});

const setting = (status: 'left-behind' | 'finished', caller = INTEGRATION): ItemCommand => ({
  type: 'ChangeItemStatus',
  caller,
  status,
  at: REGISTERED_AT,
});

describe('registering an item', () => {
  it('misses a contact without email and phone', () => {
    given([]).when(registering()).then([registered()]);
  });

  it('waits for the owner who can be reached', () => {
    given([])
      .when(registering({ owner: reachable }))
      .then([registered({ owner: reachable, status: 'waiting-response' })]);
  });

  it('stores the item for its own days rather than the Location’s', () => {
    given([])
      .when(registering({ customStorageDays: 1 }))
      .then([registered({ customStorageDays: 1, storageExpiresAt: '2026-11-22T10:00:00.000Z' })]);
  });

  it('is refused at a deactivated Location', () => {
    given([])
      .when(registering({}, { ...location, active: false }))
      .thenRefused('location_deactivated');
  });

  it('may have been found a day ahead, wherever that is, and no later', () => {
    const foundAt = '2026-11-22T10:00:00.000Z';
    given([])
      .when(registering({ foundAt }))
      .then([registered({ foundAt })]);
    given([])
      .when(registering({ foundAt: '2026-11-22T10:00:00.001Z' }))
      .thenRefused('validation_failed', 'foundAt');
    given([registered()])
      .when(updating({ foundAt: '2026-11-22T10:00:00.001Z' }))
      .thenRefused('validation_failed', 'foundAt');
  });

  it('refuses a state the owner’s country does not have', () => {
    given([])
      .when(registering({ owner: { address: { countryID: 'DE', state: 'CA' } } }))
      .thenRefused('validation_failed', 'owner.address.state');
  });

  it('refuses a state without a country', () => {
    given([])
      .when(registering({ owner: { address: { state: 'CA' } } }))
      .thenRefused('validation_failed', 'owner.address.state');
  });

  it('knows no address when every part of it is empty', () => {
    given([])
      .when(registering({ owner: { address: { city: null } } }))
      .then([registered()]);
  });
});

describe('updating an item', () => {
  const waiting = registered({ owner: reachable, status: 'waiting-response' });

  it('keeps what is not named and merges the owner field by field', () => {
    given([waiting])
      .when(updating({ brand: 'Anker', owner: { firstName: 'Anna' } }))
      .then([{ type: 'ItemUpdated', data: { brand: 'Anker', owner: { ...UNKNOWN_OWNER, ...reachable, firstName: 'Anna' } } }]);
  });

  it('changes nothing when the values are the same', () => {
    given([waiting])
      .when(updating({ item: 'Phone charger', colors: [], owner: reachable }))
      .thenNothing();
  });

  it('keeps the weight when only dimensions are given', () => {
    const weighed = registered({ shipping: { weight: { ID: 2 }, dimensions: null } });
    const dimensions = { fitsInServicePackaging: true, width: null, length: null, height: null };
    given([weighed])
      .when(updating({ shipping: { dimensions } }))
      .then([{ type: 'ItemUpdated', data: { shipping: { weight: { ID: 2 }, dimensions } } }]);
  });

  it('waits for the owner once a contact was added', () => {
    given([registered()])
      .when(updating({ owner: reachable }))
      .then([
        { type: 'ItemUpdated', data: { owner: { ...UNKNOWN_OWNER, ...reachable } } },
        became('waiting-response', 'contact-missing'),
      ]);
  });

  it('waits again once the contact of a wrong owner was changed', () => {
    given([waiting, became('wrong-owner', 'waiting-response')])
      .when(updating({ owner: { contactEmail: 'berta@example.com' } }))
      .then([
        { type: 'ItemUpdated', data: { owner: { ...UNKNOWN_OWNER, contactEmail: 'berta@example.com' } } },
        became('waiting-response', 'wrong-owner'),
      ]);
  });

  it('moves the end of storage with the item’s own days, and back without them', () => {
    const prolonged: ItemEvent = {
      type: 'ItemUpdated',
      data: { customStorageDays: 100, storageExpiresAt: '2027-03-01T10:00:00.000Z' },
    };
    given([registered()])
      .when(updating({ customStorageDays: 100 }))
      .then([prolonged]);
    given([registered(), prolonged])
      .when(updating({ customStorageDays: null }))
      .then([{ type: 'ItemUpdated', data: { customStorageDays: null, storageExpiresAt: '2027-02-19T10:00:00.000Z' } }]);
  });

  it('brings an expired item back when its storage reaches into the future again', () => {
    given([waiting, became('expired', 'waiting-response')])
      .when(updating({ customStorageDays: 100 }, '2027-02-20T00:00:00.000Z'))
      .then([
        { type: 'ItemUpdated', data: { customStorageDays: 100, storageExpiresAt: '2027-03-01T10:00:00.000Z' } },
        became('waiting-response', 'expired'),
      ]);
  });

  it('leaves an expired item expired when its storage still ended in the past', () => {
    given([waiting, became('expired', 'waiting-response')])
      .when(updating({ customStorageDays: 91 }, '2027-06-01T00:00:00.000Z'))
      .then([{ type: 'ItemUpdated', data: { customStorageDays: 91, storageExpiresAt: '2027-02-20T10:00:00.000Z' } }]);
  });

  it('is refused once the item is anonymized, and not found once it is deleted', () => {
    given([registered(), became('anonymized', 'finished')])
      .when(updating({ brand: 'Anker' }))
      .thenRefused('conflict');
    given([registered(), became('deleted', 'finished')])
      .when(updating({ brand: 'Anker' }))
      .thenRefused('not_found');
  });
});

describe('the status set by staff', () => {
  it('becomes finished or left behind, and may be changed from one to the other', () => {
    given([registered()])
      .when(setting('finished'))
      .then([became('finished', 'contact-missing')]);
    given([registered(), became('finished', 'contact-missing')])
      .when(setting('left-behind'))
      .then([became('left-behind', 'finished')]);
  });

  it('changes nothing when the item has it already', () => {
    given([registered(), became('finished', 'contact-missing')])
      .when(setting('finished'))
      .thenNothing();
  });

  it.each(['deleted', 'anonymized'] as const)('cannot leave %s', (status) => {
    given([registered(), became(status, 'expired')])
      .when(setting('finished'))
      .thenRefused('transition_not_allowed');
  });

  it('is not found by a caller without access to the Location', () => {
    given([registered()])
      .when(setting('finished', userWith('property_subuser', 'demo:2')))
      .thenRefused('not_found');
    given([]).when(setting('finished')).thenRefused('not_found');
  });
});
