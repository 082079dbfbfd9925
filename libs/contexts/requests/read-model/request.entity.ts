import { defineEntity, p } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { UNDER_WAY } from '#contexts/items';
import { columnsBut, isOneOf, json, literals, moment, type Row, searchColumn, textOf } from '#platform/database';
import type { Guest } from '../domain/request.fields.js';
import type { RequestStatus } from '../domain/request.state.js';
import { ENDED, OPEN } from '../domain/request.transitions.js';

/** The condition of the indexes that listings are read from; a statement has to repeat it for them to be used. */
export const NOT_DELETED = sql<boolean>`status <> 'deleted'`;

/** When a Request expires; what does not expire does so at the end of all times. */
export const EXPIRES_AT = sql`(case when status in ${literals(OPEN)} then expires_at else 'infinity'::timestamptz end)`;

/** The current state of a Customer Request. (`search` is a generated column.) */
export const RequestEntity = defineEntity({
  name: 'Request',
  tableName: 'requests',
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    requestNumber: p.integer(),
    locationId: p.text(),
    status: p.text().$type<RequestStatus>(),
    request: p.text(),
    location: p.text().nullable(),
    departuredDate: p.text().nullable(),
    owner: json<Guest>(),
    colors: p.array(),
    categories: p.array(),
    imageUrl: p.text().nullable(),
    question: p.text().nullable(),
    answer: p.text().nullable(),
    matchedItemId: p.integer().nullable(),
    languageId: p.integer().nullable(),
    expiresAt: moment(),
    version: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
    erased: p.boolean().default(false),
    search: searchColumn(
      ['request', 'location', `owner ->> 'name'`, `owner ->> 'email'`, `owner ->> 'phoneNumber'`],
      `owner ->> 'phoneNumber'`,
    ),
    externalId: p.text().nullable(),
    internalNotes: p.text().nullable(),
    assignedTo: p.integer().nullable(),
    rejectedItemIds: p.array(Number).columnType('int[]').default([]),
    /** When its question was answered; null once staff have asked again, matched or closed it. */
    answeredAt: moment().nullable(),
  },
  uniques: [{ properties: ['groupId', 'locationId', 'requestNumber'] }],
  indexes: [
    { name: 'requests_by_location', columns: [{ name: 'groupId' }, { name: 'locationId' }, { name: 'id', sort: 'desc' }] },
    { name: 'requests_by_status', columns: [{ name: 'groupId' }, { name: 'status' }, { name: 'id', sort: 'desc' }] },
    { name: 'requests_by_date', properties: ['groupId', 'locationId', 'departuredDate'] },
    // The candidates of items: Requests that can be matched, by day.
    { name: 'requests_to_match', properties: ['groupId', 'departuredDate', 'id'], where: isOneOf('status', OPEN) },
    { name: 'requests_by_made', properties: ['groupId', 'createdAt', 'id'], where: textOf(NOT_DELETED) },
    { name: 'requests_by_change', properties: ['groupId', 'updatedAt', 'id'], where: textOf(NOT_DELETED) },
    {
      name: 'requests_by_expiry',
      expression: textOf(sql`create index requests_by_expiry on requests (group_id, ${EXPIRES_AT}, id) where ${NOT_DELETED}`),
    },
    { name: 'requests_by_guest', expression: `create index requests_by_guest on requests (group_id, lower(owner ->> 'email'))` },
    {
      name: 'requests_by_item',
      properties: ['groupId', 'matchedItemId'],
      where: 'matched_item_id is not null',
    },
    // The work list: the few that were answered, in that order.
    {
      name: 'requests_answered',
      expression: `create index requests_answered on requests (group_id, answered_at, id) include (location_id)
        where answered_at is not null`,
    },
    { name: 'requests_search', properties: ['groupId', 'search'], type: 'gin' },
    { name: 'requests_expiring', properties: ['expiresAt'], where: isOneOf('status', OPEN) },
    {
      name: 'requests_to_erase',
      properties: ['groupId', 'updatedAt'],
      where: `not erased and ${isOneOf('status', ENDED)}`,
    },
  ],
});

/** The columns of a Request that other contexts may join for notifications: the guest's contact and the expiry. */
export const RequestContacts = defineEntity({
  name: 'RequestContacts',
  tableName: 'request_contacts',
  view: true,
  expression: `
    select group_id, id, location_id, status, request as thing, owner ->> 'name' as name, owner ->> 'email' as email,
      owner ->> 'phoneNumber' as phone_number, question, language_id, expires_at as ends_at
    from requests`,
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
    status: p.text().$type<RequestStatus>(),
    thing: p.text(),
    name: p.text().nullable(),
    email: p.text().nullable(),
    phoneNumber: p.text().nullable(),
    question: p.text().nullable(),
    languageId: p.integer().nullable(),
    endsAt: moment(),
  },
});

/** The columns of a Request by which notifications name it, without personal data. */
export const RequestReferences = defineEntity({
  name: 'RequestReferences',
  tableName: 'request_references',
  view: true,
  expression: 'select group_id, id, location_id, status, external_id from requests',
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
    status: p.text().$type<RequestStatus>(),
    externalId: p.text().nullable(),
  },
});

/** The Requests that are open, or have an item that is still to be brought back. */
export const RequestsUnderWay = defineEntity({
  name: 'RequestsUnderWay',
  tableName: 'requests_under_way',
  view: true,
  expression: `
    select r.group_id, r.id, r.location_id from requests r
    where ${isOneOf('r.status', OPEN)} or (r.status = 'resolved' and exists (
      select from item_references i
      where i.group_id = r.group_id and i.id = r.matched_item_id and ${isOneOf('i.status', UNDER_WAY)}
    ))`,
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
  },
});

/** The columns of a Request's record. */
export const RECORD = columnsBut(RequestEntity, 'erased', 'search', 'answered_at');

export type RequestRow = Pick<Row<typeof RequestEntity>, (typeof RECORD)[number]>;
