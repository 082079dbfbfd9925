import { defineEntity, p } from '@mikro-orm/postgresql';
import { columnsBut, moment, type Row } from '#platform/database';
import type { Guest, RequestStatus } from '../domain/request.events.js';

/** A Customer Request as it stands now. (`search` is the database's own column.) */
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
    owner: p.json<Guest>(),
    colors: p.array(),
    categories: p.array(),
    imageUrl: p.text().nullable(),
    question: p.text().nullable(),
    answer: p.text().nullable(),
    matchedItemId: p.integer().nullable(),
    languageId: p.integer().nullable(),
    expiresAt: moment(),
    erased: p.boolean(),
    version: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** The columns of a Request's record. */
export const RECORD = columnsBut(RequestEntity, 'erased');

export type RequestRow = Pick<Row<typeof RequestEntity>, (typeof RECORD)[number]>;
