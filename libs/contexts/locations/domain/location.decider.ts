import type { Decider } from '#platform/event-store';
import { type Caller, changesOf, type IsState, mergeAddress, NotFound, reaches } from '#platform/kernel';
import { contactWithout } from './contact.js';
import {
  type ContactDetails,
  type LocationAddress,
  type LocationCreated,
  type LocationDetails,
  type LocationEvent,
  NO_CONTACT,
  type PickupDetails,
} from './location.events.js';
import { type LocationShipping, NO_RATES } from './shipping-rates.js';

/** The fields of an update: nested objects are merged field by field (decisions.md, section 1). */
export type LocationChanges = Partial<Omit<LocationDetails, 'address' | 'contactDetails' | 'pickupDetails'>> & {
  address?: Partial<LocationAddress>;
  contactDetails?: Partial<ContactDetails>;
  pickupDetails?: Partial<PickupDetails>;
};

export type LocationCommand =
  | { type: 'CreateLocation'; location: LocationCreated['data']; isState: IsState }
  | { type: 'UpdateLocation'; caller: Caller; changes: LocationChanges; isState: IsState }
  | { type: 'ChangeShipping'; caller: Caller; shipping: LocationShipping }
  | { type: 'DeactivateLocation'; caller: Caller }
  | { type: 'ReactivateLocation'; caller: Caller }
  | { type: 'GiveZone'; timeZone: string }
  | { type: 'EraseContact'; email: string | null };

export type LocationState =
  | { status: 'absent' }
  | { status: 'active' | 'deactivated'; locationID: string; details: LocationDetails; shipping: LocationShipping };

/** The rules of a Location (api-v2.md, Location and Location activity). */
export const locationDecider: Decider<LocationState, LocationCommand, LocationEvent> = {
  initialState: { status: 'absent' },

  evolve(state, event) {
    switch (event.type) {
      case 'LocationCreated': {
        const { locationID, name: _name, options: _options, daysBeforeRequestExpires: _days, ...details } = event.data;
        return { status: 'active', locationID, details: complete(details), shipping: NO_RATES };
      }
      case 'LocationUpdated':
        return state.status === 'absent' ? state : { ...state, details: complete({ ...state.details, ...event.data }) };
      case 'PersonalDataErased':
        return state.status === 'absent' ? state : { ...state, details: { ...state.details, contactDetails: NO_CONTACT } };
      case 'LocationShippingChanged':
        return state.status === 'absent' ? state : { ...state, shipping: event.data.shipping };
      case 'LocationDeactivated':
        return state.status === 'absent' ? state : { ...state, status: 'deactivated' };
      case 'LocationReactivated':
        return state.status === 'absent' ? state : { ...state, status: 'active' };
      default:
        return event satisfies never;
    }
  },

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

/** Details with contact details that were erased since as nobody's. Locations made before there were time zones have none of their own. */
function complete(details: LocationDetails): LocationDetails {
  return { ...details, contactDetails: details.contactDetails ?? NO_CONTACT, timeZone: details.timeZone ?? null };
}

/** A deactivated Location is visible only to callers with access to all Locations (decisions.md, section 6). */
function sees(caller: Caller, state: Exclude<LocationState, { status: 'absent' }>): boolean {
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
