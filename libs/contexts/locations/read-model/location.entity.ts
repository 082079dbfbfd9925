import { defineEntity, p } from '@mikro-orm/postgresql';
import { columnsBut, moment, type Row } from '#platform/database';
import type { ContactDetails, LocationAddress, LocationOptions, PickupDetails } from '../domain/location.events.js';

/** A Location as it stands now. */
export const LocationEntity = defineEntity({
  name: 'Location',
  tableName: 'locations',
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
    name: p.text(),
    address: p.json<LocationAddress>(),
    contactDetails: p.json<ContactDetails>(),
    itemStorageDays: p.integer(),
    daysBeforeRequestExpires: p.integer(),
    storageAfterItemStorageDays: p.integer(),
    pickupDetails: p.json<PickupDetails>(),
    reference: p.text().nullable(),
    options: p.json<LocationOptions>(),
    active: p.boolean(),
    version: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** The columns of a Location's record. */
export const RECORD = columnsBut(LocationEntity);

export type LocationRow = Pick<Row<typeof LocationEntity>, (typeof RECORD)[number]>;
