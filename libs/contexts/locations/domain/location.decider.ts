import type { Decider } from '#platform/event-store';
import { type Caller, changesOf, type IsState, mergeAddress, NotFound, reaches } from '#platform/kernel';
import { contactWithout } from './contact.js';
import {
  type ContactDetails,
  type KnownLocation,
  type LocationAddress,
  type LocationDetails,
  type LocationEvent,
  type LocationState,
  locationEvents,
  type NewLocation,
  NO_CONTACT,
  type PickupDetails,
} from './location.events.js';
import type { LocationShipping } from './shipping-rates.js';

/** The fields of an update: nested objects are merged field by field (decisions.md, section 1). */
export type LocationChanges = Partial<Omit<LocationDetails, 'address' | 'contactDetails' | 'pickupDetails'>> & {
  address?: Partial<LocationAddress>;
  contactDetails?: Partial<ContactDetails>;
  pickupDetails?: Partial<PickupDetails>;
};

export type LocationCommand =
  | { type: 'CreateLocation'; location: NewLocation; isState: IsState }
  | { type: 'UpdateLocation'; caller: Caller; changes: LocationChanges; isState: IsState }
  | { type: 'ChangeShipping'; caller: Caller; shipping: LocationShipping }
  | { type: 'DeactivateLocation'; caller: Caller }
  | { type: 'ReactivateLocation'; caller: Caller }
  | { type: 'GiveZone'; timeZone: string }
  | { type: 'DropCarrier'; carrierID: number }
  | { type: 'EraseContact'; email: string | null };

/** The rules of a Location (api-v2.md, Location and Location activity). */
export const locationDecider: Decider<LocationState, LocationCommand, LocationEvent> = {
  initialState: { status: 'absent' },
  evolve: locationEvents.evolve,

  decide(command, state) {
    if (command.type === 'CreateLocation') {
      const { address } = command.location;
      mergeAddress(address, address, command.isState, 'address');
      return [{ type: 'LocationCreated', data: command.location }];
    }
    if (command.type === 'EraseContact') return eraseContact(state, command.email);
    if (command.type === 'GiveZone') {
      const isOpen = state.status !== 'absent' && state.details.timeZone === null;
      return isOpen ? [{ type: 'LocationUpdated', data: { timeZone: command.timeZone } }] : [];
    }
    if (command.type === 'DropCarrier') {
      if (state.status === 'absent' || state.shipping.carrierID !== command.carrierID) return [];
      return [{ type: 'LocationShippingChanged', data: { shipping: { ...state.shipping, carrierID: null } } }];
    }
    if (state.status === 'absent' || !sees(command.caller, state)) throw new NotFound('The Location');
    switch (command.type) {
      case 'UpdateLocation': {
        const changes = changesOf(state.details, merged(state.details, command.changes, command.isState));
        return Object.keys(changes).length === 0 ? [] : [{ type: 'LocationUpdated', data: changes }];
      }
      case 'ChangeShipping': {
        const isSame = Object.keys(changesOf(state.shipping, command.shipping)).length === 0;
        return isSame ? [] : [{ type: 'LocationShippingChanged', data: { shipping: command.shipping } }];
      }
      case 'DeactivateLocation':
        return state.status === 'deactivated' ? [] : [{ type: 'LocationDeactivated', data: {} }];
      case 'ReactivateLocation':
        return state.status === 'active' ? [] : [{ type: 'LocationReactivated', data: {} }];
      default:
        return command satisfies never;
    }
  },
};

/** Erases who is in the contact details and has the address, or all of them where it is null. */
function eraseContact(state: LocationState, email: string | null): LocationEvent[] {
  if (state.status === 'absent') return [];
  const { contactDetails } = state.details;
  const left = email === null ? NO_CONTACT : contactWithout(contactDetails, email);
  if (isSame(left, contactDetails)) return [];
  const erased: LocationEvent = { type: 'PersonalDataErased', data: {} };
  return isSame(left, NO_CONTACT) ? [erased] : [erased, { type: 'LocationUpdated', data: { contactDetails: left } }];
}

function isSame(one: ContactDetails, other: ContactDetails): boolean {
  return Object.keys(changesOf(one, other)).length === 0;
}

/** A deactivated Location is visible only to callers with access to all Locations (decisions.md, section 6). */
function sees(caller: Caller, state: KnownLocation): boolean {
  return reaches(caller, state.locationID) && (state.status === 'active' || caller.scope.all);
}

function merged(stored: LocationDetails, changes: LocationChanges, isState: IsState): Partial<LocationDetails> {
  return {
    ...changes,
    address: changes.address && mergeAddress(stored.address, changes.address, isState, 'address'),
    contactDetails: changes.contactDetails && { ...stored.contactDetails, ...changes.contactDetails },
    pickupDetails: changes.pickupDetails && { ...stored.pickupDetails, ...changes.pickupDetails },
  } as Partial<LocationDetails>;
}
