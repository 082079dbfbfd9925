import { Choice, Moment, NULLABLE, Shown, Text, TextList } from '#platform/http';
import { optionalTimestamp, recordTimestamp, TOKEN_ROLES, type TokenRole } from '#platform/kernel';
import type { ApiTokenRow } from '../tokens/api-tokens.js';

/** An API token, without what it is called with (decisions.md, section 10). */
export class ApiTokenRecord {
  @Shown(String, 'Identifier', '6f1c0b9e-6a52-4b6e-9a3e-0f5d1d1c7b11', { format: 'uuid' })
  ID!: string;
  @Shown(String, 'What it is for', 'PMS', NULLABLE) name!: string | null;
  @Shown(String, 'How the token begins', 'lf_Ab3dEf') prefix!: string;
  @Shown(String, 'Role code, or `carrier`', 'property_subuser', { enum: TOKEN_ROLES })
  role!: TokenRole;
  @Shown([String], 'The Locations it is limited to; null for all', ['demo:1'], NULLABLE)
  locationIDs!: string[] | null;
  @Shown(String, 'When it was made, UTC', '2026-11-21 10:00:00.000') createdAt!: string;
  @Shown(String, 'When it ends by itself, UTC', null, NULLABLE) expiresAt!: string | null;
  @Shown(String, 'When it was last called with, UTC; written once a minute', '2026-11-21 10:15:00.000', NULLABLE)
  lastUsedAt!: string | null;
}

/** A token as it is shown once. */
export class NewApiTokenRecord extends ApiTokenRecord {
  @Shown(String, 'What to call with; shown only here', 'lf_…') token!: string;
}

export function apiTokenRecord(row: ApiTokenRow): ApiTokenRecord {
  return {
    ID: row.id,
    name: row.name,
    prefix: row.prefix,
    role: row.role,
    locationIDs: row.location_ids,
    createdAt: recordTimestamp(row.created_at),
    expiresAt: optionalTimestamp(row.expires_at),
    lastUsedAt: optionalTimestamp(row.last_used_at),
  };
}

/** When a token ends, as given. */
export class ApiTokenEnd {
  @Moment({ nullable: true, example: null, description: 'When it ends by itself; null or absent: never' })
  expiresAt?: Date | null;
}

/** `POST /tokens`. */
export class NewApiToken extends ApiTokenEnd {
  @Text({ required: true, example: 'PMS', description: 'What it is for' }) name!: string;
  @Choice(TOKEN_ROLES, { required: true, example: 'property_subuser', description: 'Role code, or `carrier`' }) role!: TokenRole;
  @TextList({ nullable: true, example: ['demo:1'], description: 'The Locations it is limited to; null or absent: all' })
  locationIDs?: string[] | null;
}
