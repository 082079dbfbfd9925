import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { INTEGRATION, userWith } from '../../../../test/support/callers.js';
import { locationDecider } from './location.decider.js';
import type { LocationEvent, NewLocation } from './location.events.js';

const { given } = specificationOf(locationDecider);

const propertyAdmin = userWith('property_admin', 'demo:1');
const isState = (countryID: string, state: string) => countryID === 'AU' && state === 'NSW';
const location: NewLocation = {
  locationID: 'demo:1',
  name: 'Harbour Hotel',
  address: { address: 'George Street', addressNumber: '12', city: 'Sydney', countryID: 'AU', state: 'NSW', zipCode: '2000' },
  contactDetails: { contactPerson: 'Mia Jones', contactEmail: 'desk@example.com', contactEmailCC: null, phoneNumber: '02 1234' },
  itemStorageDays: 90,
  daysBeforeRequestExpires: 90,
  storageAfterItemStorageDays: 0,
  pickupDetails: { pickupLocation: 'Reception', pickupIntructions: null },
  reference: null,
  timeZone: null,
  options: { weightUnit: 'kg', dimensionUnit: 'cm' },
};
const created: LocationEvent = { type: 'LocationCreated', data: location };
const deactivated: LocationEvent = { type: 'LocationDeactivated', data: {} };

describe('creating a Location', () => {
  it('keeps what was given', () => {
    given([]).when({ type: 'CreateLocation', location, isState }).then([created]);
  });

  it('refuses a state the country does not have', () => {
    const abroad = { ...location, address: { ...location.address, countryID: 'DE' } };
    given([]).when({ type: 'CreateLocation', location: abroad, isState }).thenRefused('validation_failed', 'address.state');
  });
});

describe('updating a Location', () => {
  const update = (changes: object) => ({ type: 'UpdateLocation' as const, caller: INTEGRATION, changes, isState });

  it('merges nested objects field by field', () => {
    given([created])
      .when(update({ contactDetails: { contactPerson: 'Noah Smith' } }))
      .then([{ type: 'LocationUpdated', data: { contactDetails: { ...location.contactDetails, contactPerson: 'Noah Smith' } } }]);
  });

  it('clears a stored state that the new country does not have', () => {
    given([created])
      .when(update({ address: { countryID: 'DE' } }))
      .then([{ type: 'LocationUpdated', data: { address: { ...location.address, countryID: 'DE', state: null } } }]);
  });

  it('refuses a given state that the new country does not have', () => {
    given([created])
      .when(update({ address: { countryID: 'DE', state: 'NSW' } }))
      .thenRefused('validation_failed', 'address.state');
  });

  it('changes nothing when the values are the same', () => {
    given([created])
      .when(update({ itemStorageDays: 90, reference: null }))
      .thenNothing();
  });

  it('is not found where the caller has no access', () => {
    const elsewhere = userWith('property_admin', 'demo:2');
    given([created]).when({ type: 'UpdateLocation', caller: elsewhere, changes: {}, isState }).thenRefused('not_found');
  });
});

describe('erasing a contact person', () => {
  const erase = (email: string | null) => ({ type: 'EraseContact' as const, email });
  const erased: LocationEvent = { type: 'PersonalDataErased', data: {} };

  it('takes all contact details of the person, whatever the case of the address, once', () => {
    given([created]).when(erase('DESK@example.com')).then([erased]);
    given([created, deactivated]).when(erase(null)).then([erased]);
    given([created, erased]).when(erase('desk@example.com')).thenNothing();
    given([created, erased]).when(erase(null)).thenNothing();
    given([]).when(erase(null)).thenNothing();
  });

  it('leaves others', () => {
    const copies = { ...location.contactDetails, contactEmailCC: 'a@example.com, b@example.com' };
    const withCopies: LocationEvent = { type: 'LocationUpdated', data: { contactDetails: copies } };
    const left = { ...copies, contactEmailCC: 'b@example.com' };
    given([created, withCopies])
      .when(erase('A@example.com'))
      .then([erased, { type: 'LocationUpdated', data: { contactDetails: left } }]);
    given([created, withCopies]).when(erase('nobody@example.com')).thenNothing();
  });

  it('lets the next one be entered', () => {
    const details = { contactPerson: 'Noah Smith', contactEmail: null, contactEmailCC: null, phoneNumber: null };
    given([created, erased])
      .when({
        type: 'UpdateLocation',
        caller: INTEGRATION,
        changes: { contactDetails: { contactPerson: 'Noah Smith' } },
        isState,
      })
      .then([{ type: 'LocationUpdated', data: { contactDetails: details } }]);
  });
});

describe('Location activity', () => {
  it('an active Location can be deactivated, once', () => {
    given([created]).when({ type: 'DeactivateLocation', caller: propertyAdmin }).then([deactivated]);
    given([created, deactivated]).when({ type: 'DeactivateLocation', caller: INTEGRATION }).thenNothing();
  });

  it('a deactivated Location can be reactivated, once', () => {
    given([created, deactivated])
      .when({ type: 'ReactivateLocation', caller: INTEGRATION })
      .then([{ type: 'LocationReactivated', data: {} }]);
    given([created]).when({ type: 'ReactivateLocation', caller: INTEGRATION }).thenNothing();
  });

  it('a Property Admin does not find a deactivated Location', () => {
    given([created, deactivated]).when({ type: 'ReactivateLocation', caller: propertyAdmin }).thenRefused('not_found');
  });

  it('a Location that was never created is not found', () => {
    given([]).when({ type: 'DeactivateLocation', caller: INTEGRATION }).thenRefused('not_found');
  });
});
