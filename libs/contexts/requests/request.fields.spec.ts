import { describe, expect, it } from 'vitest';
import { columnsOf } from '#platform/database';
import { fieldNames } from '#platform/http';
import { REQUEST_FIELDS, type RequestFields } from './domain/request.fields.js';
import { RequestRecord } from './http/request.record.js';
import { RequestUpdateRequest } from './http/request.requests.js';
import { RECORD } from './read-model/request.entity.js';
import { requestProjection } from './read-model/request.projection.js';
import { requestStream } from './request.stream.js';

/** Names of fields, and what records, bodies and rows call them. */
const NAMES = Object.keys(REQUEST_FIELDS).map((name) => [name, name === 'guest' ? 'owner' : name] as const);

const columnName = (field: string) => Object.keys(columnsOf({ [field]: null }))[0]!;

const erasing = {
  type: 'PersonalDataErased',
  data: {},
  actor: { type: 'system' },
  requestID: null,
  stream: { groupID: 1, type: 'request', id: 7 },
  version: 2,
  at: '2026-11-27T06:00:00.000Z',
} as const;

describe('a field of a Request, stated once,', () => {
  it.each(NAMES)('has its column, is shown, and can be changed: %s', (_, shown) => {
    expect(RECORD).toContain(columnName(shown));
    expect(fieldNames(RequestRecord)).toContain(shown);
    expect(fieldNames(RequestUpdateRequest)).toContain(shown);
  });

  it.each(NAMES)('is sealed in events, and erased, where it may tell of a person: %s', (name, shown) => {
    const { sealed, erased } = REQUEST_FIELDS[name as keyof RequestFields];
    const statements = [requestProjection.when.PersonalDataErased(erasing)].flat() as { record?: { columns: object } }[];
    const columns = statements[0]!.record!.columns as Record<string, unknown>;
    expect(requestStream.isPublic(name)).toBe(!sealed);
    expect(columnName(shown) in columns).toBe(sealed);
    if (sealed) expect(columns[columnName(shown)]).toEqual(erased);
  });
});
