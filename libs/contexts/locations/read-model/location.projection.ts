import { columnsOf, type Statement, tables } from '#platform/database';
import type { Projection, Recorded } from '#platform/event-store';
import type { LocationEvent } from '../domain/location.events.js';
import type { LocationEntity } from './location.entity.js';

const db = tables<typeof LocationEntity>();

/** Keeps the table `locations`. Every statement returns the row as it now stands. */
export const locationProjection: Projection<LocationEvent> = {
  name: 'locations',
  stream: 'location',
  rebuilds: ['locations'],
  when: {
    LocationCreated: ({ data, ...event }) =>
      db
        .insertInto('locations')
        .values({
          group_id: event.stream.groupID,
          id: event.stream.id,
          location_id: data.locationID,
          name: data.name,
          address: data.address,
          contact_details: data.contactDetails,
          item_storage_days: data.itemStorageDays,
          days_before_request_expires: data.daysBeforeRequestExpires,
          storage_after_item_storage_days: data.storageAfterItemStorageDays,
          pickup_details: data.pickupDetails,
          reference: data.reference,
          options: data.options,
          active: true,
          version: event.version,
          created_at: event.at,
          updated_at: event.at,
        })
        .returningAll(),
    LocationUpdated: (event) => update(event, columnsOf(event.data)),
    LocationDeactivated: (event) => update(event, { active: false }),
    LocationReactivated: (event) => update(event, { active: true }),
  },
};

function update(event: Recorded, changes: object): Statement {
  return db
    .updateTable('locations')
    .set({ ...changes, version: event.version, updated_at: event.at })
    .where('group_id', '=', event.stream.groupID)
    .where('id', '=', event.stream.id)
    .returningAll();
}
