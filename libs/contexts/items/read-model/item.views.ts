import { defineEntity, p } from '@mikro-orm/postgresql';
import { isOneOf, json, moment } from '#platform/database';
import { NOT_PICTURED, type Owner } from '../domain/item.details.js';
import type { ItemStatus, PaymentStatus } from '../domain/item.values.js';

/** The columns of an item that other contexts may join for matching: its description and owner. */
export const ItemDescriptions = defineEntity({
  name: 'ItemDescriptions',
  tableName: 'item_descriptions',
  view: true,
  expression: `
    select group_id, id, location_id, status, item, brand, location, departured_date, colors, categories, owner, search, image_url
    from items`,
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
    status: p.text().$type<ItemStatus>(),
    item: p.text(),
    brand: p.text().nullable(),
    location: p.text(),
    departuredDate: p.text(),
    colors: p.array(),
    categories: p.array(),
    owner: json<Owner>(),
    search: p.string().columnType('tsvector'),
    imageUrl: p.text().nullable(),
  },
});

/** The columns of an item that other contexts may join for notifications: the owner's contact, the end of storage and the picture. */
export const ItemContacts = defineEntity({
  name: 'ItemContacts',
  tableName: 'item_contacts',
  view: true,
  expression: `
    select group_id, id, location_id, status, item as thing,
      case when owner ->> 'firstName' is not null then concat_ws(' ', owner ->> 'firstName', owner ->> 'lastName') end as name,
      owner ->> 'contactEmail' as email, owner ->> 'phoneNumber' as phone_number, language_id, language_code,
      storage_expires_at as ends_at, request_id, case when not (${isOneOf('handling', NOT_PICTURED)}) then image_url end as image_url,
      owner ->> 'firstName' as first_name, owner ->> 'lastName' as last_name
    from items`,
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
    status: p.text().$type<ItemStatus>(),
    thing: p.text(),
    name: p.text().nullable(),
    email: p.text().nullable(),
    phoneNumber: p.text().nullable(),
    languageId: p.integer().nullable(),
    languageCode: p.text().nullable(),
    endsAt: moment(),
    requestId: p.integer().nullable(),
    imageUrl: p.text().nullable(),
    firstName: p.text().nullable(),
    lastName: p.text().nullable(),
  },
});

/** The columns of an item by which notifications name it, without personal data. */
export const ItemReferences = defineEntity({
  name: 'ItemReferences',
  tableName: 'item_references',
  view: true,
  expression: 'select group_id, id, location_id, status, external_id from items',
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
    status: p.text().$type<ItemStatus>(),
    externalId: p.text().nullable(),
  },
});

/** The columns of an item that other contexts may join to tell where its parcel is, and whether it is paid. */
export const ItemParcels = defineEntity({
  name: 'ItemParcels',
  tableName: 'item_parcels',
  view: true,
  expression: `
    select group_id, id, shipment ->> 'carrier' as carrier, shipment ->> 'trackingNumber' as tracking_number,
      payment ->> 'paymentStatus' as payment_status, shipment ->> 'trackingUrl' as tracking_url
    from items`,
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    carrier: p.text().nullable(),
    trackingNumber: p.text().nullable(),
    paymentStatus: p.text().$type<PaymentStatus>().nullable(),
    /** The carrier's page of the parcel, where its label was bought here. */
    trackingUrl: p.text().nullable(),
  },
});
