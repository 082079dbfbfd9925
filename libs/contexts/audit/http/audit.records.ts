import { ApiProperty } from '@nestjs/swagger';
import type { Target, Told } from '#platform/audit';
import { NULLABLE, Shown } from '#platform/http';
import { type Caller, recordTimestamp } from '#platform/kernel';
import { ACTION_NAMES, ACTIONS } from '../actions.js';
import type { AuditRow } from '../audit.entity.js';
import type { PageOfEntries } from '../read-model/audit.queries.js';
import type { AuditCursors } from './audit.cursors.js';

const CURSOR = 'AAZg4-6iyQQYRvmWn7_v7N7y2rs';
const TARGETS: readonly Target['kind'][] = [
  ...(['user', 'token', 'session', 'location', 'region', 'endpoint', 'connection', 'device', 'import', 'group'] as const),
];
/** The kinds that have numbers as IDs. */
const NUMBERED: readonly Target['kind'][] = ['user', 'region', 'endpoint', 'connection', 'import'];

/** A user who did something. */
class AuditUserRecord {
  @Shown('integer', 'Identifier', 1) ID!: number;
  @Shown(String, 'Its login name then', 'sanne') username!: string;
}

/** An API token that something was done with. */
class AuditTokenRecord {
  @Shown(String, 'Identifier', '6f1c0b9e-6a52-4b6e-9a3e-0f5d1d1c7b11', { format: 'uuid' }) ID!: string;
  @Shown(String, 'What it was for then', 'PMS', NULLABLE) name!: string | null;
}

/** The person or thing it was done to. */
class AuditTargetRecord {
  @Shown(String, 'The kind of record', 'user', { enum: TARGETS }) kind!: Target['kind'];
  @ApiProperty({
    oneOf: [{ type: 'integer' }, { type: 'string' }],
    description: 'Its identifier: of a Location its `locationID`, of a Group its code',
    example: 2,
  })
  ID!: number | string;
}

/** One thing that was done to the service itself (decisions.md, section 16, Audit). */
export class AuditEntryRecord {
  @Shown(String, 'The place of the entry: `after` continues behind it', CURSOR) cursor!: string;
  @Shown(String, 'When it was done, UTC', '2026-11-21 10:00:00.000') at!: string;
  @Shown(String, 'What was done: `GET /audit/actions` describes each', 'access.granted', { enum: ACTION_NAMES })
  action!: AuditRow['action'];
  @Shown(String, 'Whether it was done, or refused', 'done', { enum: ['done', 'refused'] }) outcome!: AuditRow['outcome'];
  @Shown(
    AuditUserRecord,
    'The user who did it; of a refused sign-in, and of a password set by a link, the one that was meant',
    undefined,
    NULLABLE,
  )
  user!: AuditUserRecord | null;
  @Shown(AuditTokenRecord, 'The API token that it was done with', undefined, NULLABLE)
  token!: AuditTokenRecord | null;
  @Shown(Boolean, 'Whether it was done by the command line on the server', false) commandLine!: boolean;
  @Shown(String, 'The address of the caller; null on the command line', '203.0.113.7', NULLABLE)
  address!: string | null;
  @Shown(AuditTargetRecord, 'Whom or what it was done to; null for exports and persons', undefined, NULLABLE)
  target!: AuditTargetRecord | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    description: 'More about it, such as the fields that changed; no secret, and nothing of a guest',
    example: { locationAccess: { locationIDs: ['demo:1'], regionIDs: [], countryIDs: [], accessAllLocations: false } },
  })
  details!: Readonly<Record<string, unknown>>;
}

/** A page of the audit. */
export class AuditRecord {
  @Shown([AuditEntryRecord], 'What was done, oldest first') entries!: AuditEntryRecord[];
  @Shown(String, 'The `after` of the next page; always given, good as long as entries are kept', CURSOR) next!: string;
  @Shown(
    Boolean,
    'Whether more is there already. A page may then be shorter than `limit`, even empty, where the filters leave much out: ' +
      'go on from `next`',
    false,
  )
  hasMore!: boolean;
}

/** An action. */
export class AuditActionRecord {
  @Shown(String, 'Its name', 'sign-in', { enum: ACTION_NAMES }) action!: string;
  @Shown(String, 'What it tells of', ACTIONS['sign-out']) description!: string;
}

export const ACTION_RECORDS: readonly AuditActionRecord[] = ACTION_NAMES.map((action) => ({
  action,
  description: ACTIONS[action],
}));

export function entryRecord(cursors: AuditCursors, row: AuditRow): AuditEntryRecord {
  const { group_id, action, outcome, user_id, username, token_id, token_name, target_kind: kind, target_id, details } = row;
  const number = Number(row.number);
  return {
    cursor: cursors.write(group_id, number),
    at: recordTimestamp(new Date(Math.floor(number / 1000))),
    action,
    outcome,
    user: user_id === null ? null : { ID: user_id, username: username! },
    token: token_id === null ? null : { ID: token_id, name: token_name },
    commandLine: row.command_line,
    address: row.address,
    target: kind === null ? null : { kind, ID: NUMBERED.includes(kind) ? Number(target_id) : target_id! },
    details,
  };
}

/** The line of the log for a refusal that no Group's audit can have. */
export function unlistedRecord({ action, by, details = {} }: Omit<Told, 'groupID'>, at: Date) {
  const nobody = { user: null, token: null, commandLine: false };
  return {
    cursor: null,
    at: recordTimestamp(at),
    action,
    outcome: 'refused',
    ...nobody,
    address: by.address,
    target: null,
    details,
  };
}

export function auditRecord(cursors: AuditCursors, { group }: Caller, page: PageOfEntries): AuditRecord {
  const entries = page.rows.map((row) => entryRecord(cursors, row));
  return { entries, next: cursors.write(group.id, page.next), hasMore: page.hasMore };
}
