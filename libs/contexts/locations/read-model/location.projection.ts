import { columnsOf } from '#platform/database';
import { type Projection, RecordTable } from '#platform/event-store';
import { type ContactDetails, type LocationCreated, type LocationEvent, NO_CONTACT } from '../domain/location.events.js';
import { LocationEntity, type LocationRow, RECORD } from './location.entity.js';

const locations = new RecordTable(LocationEntity, RECORD);

/** Maintains the table `locations`. */
export const locationProjection: Projection<LocationEvent, LocationRow> = {
  name: 'locations',
  rebuilds: ['locations'],
  when: {
    LocationCreated: (event) => locations.insert(event, newLocation(event.data)),
    LocationUpdated: (event) => locations.update(event, columnsOf(withContact(event.data))),
    LocationShippingChanged: (event) => locations.update(event, { shipping: event.data.shipping }),
    LocationDeactivated: (event) => locations.update(event, { active: false }),
    LocationReactivated: (event) => locations.update(event, { active: true }),
    PersonalDataErased: (event) => locations.update(event, { contact_details: NO_CONTACT }),
  },
};

/** Locations made before there were time zones have none of their own. */
function newLocation(data: LocationCreated['data']) {
  return { ...columnsOf(withContact({ ...data, timeZone: data.timeZone ?? null })), shipping: null, active: true };
}

/** The fields of an event, with contact details that were erased since as nobody's. */
function withContact<Fields extends { contactDetails?: ContactDetails | null }>(fields: Fields): Fields {
  return fields.contactDetails === null ? { ...fields, contactDetails: NO_CONTACT } : fields;
}
