import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { belongsTo, isOneOf, json, moment, type Row } from '#platform/database';
import type { DateFormat } from './file/date-formats.js';
import type { Encoding } from './file/encodings.js';
import type { RowError } from './work/row-errors.js';

export const IMPORT_STATUSES = ['queued', 'running', 'done', 'failed', 'cancelled'] as const;
export type ImportStatus = (typeof IMPORT_STATUSES)[number];

/** An import of items from a file, and how far it is. */
export const ImportEntity = defineEntity({
  name: 'Import',
  tableName: 'imports',
  properties: {
    groupId: ofGroup().primary(),
    id: p.integer().primary(),
    status: p.text().$type<ImportStatus>().default('queued'),
    dryRun: p.boolean(),
    /** Its uploader: a user, or an API token, or neither for the command line. */
    userId: p.integer().nullable(),
    tokenId: p.uuid().nullable(),
    requestId: p.text().nullable(),
    /** The Location of rows that name none. */
    locationId: p.text().nullable(),
    /** The Locations that its rows have named so far. */
    locationIds: p.array().columnType('text[]').default([]),
    delimiter: p.text(),
    columns: p.array().columnType('text[]'),
    /** Names the parts of the file in the storage. */
    file: p.uuid(),
    /** The key of the file; destroyed with it. */
    sealedKey: p.blob().nullable(),
    /** How many parts the file has; 0 when it has been deleted. */
    parts: p.integer(),
    /** Where the next row begins in the file, and its number. */
    nextByte: p.integer(),
    nextRow: p.integer().default(1),
    rows: p.integer().nullable(),
    accepted: p.integer().default(0),
    refused: p.integer().default(0),
    version: p.integer().default(1),
    /** Hash of the caller and its Idempotency-Key. */
    requestKey: p.blob().nullable(),
    /** The worker that works on it, until when. */
    lease: p.uuid().nullable(),
    leasedUntil: moment().nullable(),
    workedAt: moment().nullable(),
    createdAt: moment(),
    startedAt: moment().nullable(),
    finishedAt: moment().nullable(),
    /** The names in the first line, as they came. */
    header: p.array().columnType('text[]').default([]),
    dateFormat: p.text().$type<DateFormat>().default('YYYY-MM-DD'),
    encoding: p.text().$type<Encoding>().default('utf-8'),
    /** Whether owners are written to; the previous release asked nobody. */
    notify: p.boolean().default(true),
    /** Addresses of owners of accepted rows. */
    wouldNotify: p.integer().default(0),
  },
  checks: [{ property: 'status', expression: isOneOf('status', IMPORT_STATUSES) }],
  indexes: [{ name: 'imports_unfinished', properties: ['groupId', 'id'], where: 'parts > 0' }],
  uniques: [{ name: 'imports_request_key', properties: ['groupId', 'requestKey'], where: 'request_key is not null' }],
});

export type ImportRow = Row<typeof ImportEntity>;

/** A row that has been registered since the import was last saved, or the key of a row that was refused or, in a dry run, accepted. */
export const ImportRowEntity = defineEntity({
  name: 'ImportRow',
  tableName: 'import_rows',
  properties: {
    groupId: p.integer().primary(),
    importId: p.integer().primary(),
    row: p.integer().primary(),
    /** Hash of its externalID, with the key of the file. */
    key: p.blob().nullable(),
    refused: p.boolean().default(false),
    import: belongsTo(ImportEntity, 'group_id', 'import_id'),
  },
  indexes: [{ name: 'import_rows_key', properties: ['groupId', 'importId', 'key'], where: 'key is not null' }],
});

/** An address of the owner of an accepted row: its hash, with the key of the file. */
export const ImportAddressEntity = defineEntity({
  name: 'ImportAddress',
  tableName: 'import_addresses',
  properties: {
    groupId: p.integer().primary(),
    importId: p.integer().primary(),
    address: p.blob().primary(),
    import: belongsTo(ImportEntity, 'group_id', 'import_id'),
  },
});

/** A row that was refused, and why. */
export const ImportRefusalEntity = defineEntity({
  name: 'ImportRefusal',
  tableName: 'import_refusals',
  properties: {
    groupId: p.integer().primary(),
    importId: p.integer().primary(),
    row: p.integer().primary(),
    errors: json<RowError[]>(),
    /** Its cells as they came; null where there was no row. */
    sealedCells: p.blob().nullable(),
    import: belongsTo(ImportEntity, 'group_id', 'import_id'),
  },
});
