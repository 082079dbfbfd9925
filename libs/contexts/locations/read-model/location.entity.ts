import { defineEntity, p } from '@mikro-orm/postgresql';
import { columnsBut, generated, json, moment, type Row } from '#platform/database';
import type { ContactDetails, LocationAddress, LocationOptions, PickupDetails } from '../domain/location.events.js';
import type { LocationShipping } from '../domain/shipping-rates.js';

/** The current state of a Location. */
export const LocationEntity = defineEntity({
  name: 'Location',
  tableName: 'locations',
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
    name: p.text(),
    address: json<LocationAddress>(),
    countryId: generated<string>('text', `address ->> 'countryID'`),
    contactDetails: json<ContactDetails>(),
    itemStorageDays: p.integer(),
    daysBeforeRequestExpires: p.integer(),
    storageAfterItemStorageDays: p.integer(),
    pickupDetails: json<PickupDetails>(),
    reference: p.text().nullable(),
    options: json<LocationOptions>(),
    active: p.boolean(),
    version: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
    shipping: json<LocationShipping>().nullable(),
    /** As given; null: that of the address. */
    timeZone: p.text().nullable(),
  },
  uniques: [{ properties: ['groupId', 'locationId'] }],
  indexes: [{ name: 'locations_by_country', properties: ['groupId', 'countryId'] }],
});

/** The columns of a Location that other contexts may join. */
export const LocationDirectory = defineEntity({
  name: 'LocationDirectory',
  tableName: 'location_directory',
  view: true,
  expression: `
    select group_id, id, location_id, name, country_id, reference, active,
      coalesce(time_zone, default_zone(country_id, address ->> 'state')) as zone
    from locations`,
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
    name: p.text(),
    countryId: p.text(),
    reference: p.text().nullable(),
    active: p.boolean(),
    /** Its time zone, as given or that of its address. */
    zone: p.text(),
  },
});

/** The columns of a Location that other contexts may join to write in its name, and to it. */
export const LocationContacts = defineEntity({
  name: 'LocationContacts',
  tableName: 'location_contacts',
  view: true,
  expression: `
    select group_id, location_id, name, address, contact_details ->> 'contactEmail' as email,
      contact_details ->> 'contactEmailCC' as email_cc, contact_details ->> 'phoneNumber' as phone_number
    from locations`,
  properties: {
    groupId: p.integer().primary(),
    locationId: p.text().primary(),
    name: p.text(),
    address: json<LocationAddress>(),
    email: p.text().nullable(),
    emailCc: p.text().nullable(),
    phoneNumber: p.text().nullable(),
  },
});

/** The columns of a Location's record. */
export const RECORD = columnsBut(LocationEntity, 'country_id');

export type LocationRow = Pick<Row<typeof LocationEntity>, (typeof RECORD)[number]>;
