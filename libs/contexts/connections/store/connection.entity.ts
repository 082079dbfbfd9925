import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { belongsTo, isOneOf, json, moment, type Row } from '#platform/database';
import {
  CONNECTION_KINDS,
  CONNECTION_STATUSES,
  type ConnectionKind,
  type ConnectionStatus,
  PROVIDER_NAMES,
  type ProviderName,
} from '../domain/kinds.js';

/** A connection to a provider. A deleted one stays, in the end without its settings, as parcels and payments name it. */
export const ConnectionEntity = defineEntity({
  name: 'Connection',
  tableName: 'connections',
  properties: {
    groupId: ofGroup().primary(),
    id: p.integer().primary(),
    provider: p.text().$type<ProviderName>(),
    kind: p.text().$type<ConnectionKind>(),
    name: p.text(),
    enabled: p.boolean(),
    /** null: all. */
    locationIds: p.array().columnType('text[]').nullable(),
    /** The settings that are no secret. */
    settings: json<Record<string, unknown>>(),
    /** The others and the key of its `eventsUrl`, encrypted. */
    secrets: p.blob(),
    /** Hash of that key. */
    eventsKey: p.blob().nullable(),
    status: p.text().$type<ConnectionStatus>().default('untested'),
    lastError: p.text().nullable(),
    lastOkAt: moment().nullable(),
    /** When a reservation system or mailbox was last read to its end. */
    lastSyncAt: moment().nullable(),
    /** How many stays came from it. */
    stayCount: p.integer().default(0),
    /** Its names that no Location is named for. */
    unmapped: p.array().columnType('text[]').default([]),
    version: p.integer().default(1),
    createdAt: moment(),
    updatedAt: moment(),
    deleted: p.boolean().default(false),
    /** It was deleted, and keeps its secrets until what was begun by it is settled at the provider. */
    ending: p.boolean().default(false),
  },
  checks: [
    { property: 'provider', expression: isOneOf('provider', PROVIDER_NAMES) },
    { property: 'kind', expression: isOneOf('kind', CONNECTION_KINDS) },
    { property: 'status', expression: isOneOf('status', CONNECTION_STATUSES) },
  ],
  uniques: [{ name: 'connections_events_key', properties: ['eventsKey'] }],
});

export type ConnectionRow = Row<typeof ConnectionEntity>;

/** When a connection is to be read, by which worker, and how far that is. */
export const ConnectionWorkEntity = defineEntity({
  name: 'ConnectionWork',
  tableName: 'connection_work',
  properties: {
    groupId: p.integer().primary(),
    connectionId: p.integer().primary(),
    kind: p.text().$type<ConnectionKind>(),
    dueAt: moment(),
    lease: p.uuid().nullable(),
    leasedUntil: moment().nullable(),
    /** How far it is, in its reader's own terms; nothing personal. */
    progress: json<unknown>().nullable(),
    connection: belongsTo(ConnectionEntity, 'group_id', 'connection_id'),
  },
  indexes: [
    { name: 'connection_work_due', properties: ['dueAt'] },
    { name: 'connection_work_leased', properties: ['leasedUntil'], where: 'leased_until is not null' },
  ],
});

/** The connections that are in use; other contexts may join it. */
export const EnabledConnections = defineEntity({
  name: 'EnabledConnections',
  tableName: 'enabled_connections',
  view: true,
  expression: `
    select group_id, id, kind, provider, location_ids from connections where enabled and not deleted`,
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    kind: p.text().$type<ConnectionKind>(),
    provider: p.text().$type<ProviderName>(),
    locationIds: p.array().columnType('text[]').nullable(),
  },
});
