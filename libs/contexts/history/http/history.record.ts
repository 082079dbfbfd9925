import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { itemStream } from '#contexts/items';
import { locationStream } from '#contexts/locations';
import { requestStream } from '#contexts/requests';
import { userStream } from '#contexts/users';
import type { Recorded } from '#platform/event-store';
import { recordTimestamp } from '#platform/kernel';
import type { Names } from '../read-model/history.queries.js';
import type { Change } from '../read-model/record-changes.js';

/** The names of events, a contract: none is taken away. */
const EVENTS = [itemStream, requestStream, locationStream, userStream]
  .flatMap(({ options }) => Object.keys(options.projection.when))
  .filter((name, index, names) => names.indexOf(name) === index);

const ACTORS = ['integration', 'user', 'guest', 'system'] as const;

/** The actor of an event. */
export class HistoryActorRecord {
  @ApiProperty({
    type: String,
    enum: ACTORS,
    description: 'Type of the actor; `system` is the service itself.',
    example: 'user',
  })
  type!: (typeof ACTORS)[number];
  @ApiProperty({ type: 'integer', nullable: true, description: 'ID of the user; null for other actors.', example: 3 }) userID!:
    | number
    | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Current username; null if the user has been deleted, or the caller may not see the user.',
    example: 'sanne',
  })
  username!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'ID of the API token, as shown by `token list`; null for other actors.',
    example: null,
  })
  tokenID!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'First characters of the API token.', example: null }) tokenPrefix!:
    | string
    | null;
}

/** One event in the history of a record. */
export class HistoryRecord {
  @ApiProperty({
    type: 'integer',
    minimum: 1,
    description: 'Version of the record after the event, starting at 1; equals its `ETag` at that time.',
    example: 2,
  })
  version!: number;
  @ApiProperty({
    type: String,
    enum: EVENTS,
    description: 'Name of the event. These names are kept; more may be added.',
    example: 'ItemStatusChanged',
  })
  event!: string;
  @ApiProperty({ type: String, description: 'Time of the event (UTC).', example: '2026-11-21 02:05:00.000' }) at!: string;
  @ApiProperty({ type: HistoryActorRecord, description: 'Who caused the event.' }) by!: HistoryActorRecord;
  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Name of the user or API token; null where it has none, or is gone.',
    example: 'sanne',
  })
  byName!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    description: '`X-Request-Id` of the HTTP request; null if there was none.',
    example: 'a1b2c3',
  })
  requestID!: string | null;
  @ApiProperty({
    type: Object,
    additionalProperties: true,
    description: 'Data of the event. Erased personal data is null.',
    example: { status: 'finished', previousStatus: 'waiting-response' },
  })
  details!: Record<string, unknown>;
}

/** Kinds of a record's field. */
const VALUE: ApiPropertyOptions = {
  nullable: true,
  oneOf: [
    { type: 'string' },
    { type: 'number' },
    { type: 'boolean' },
    { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'object' }] } },
  ],
};

/** A field that an event changed. */
class FieldChangeRecord implements Change {
  @ApiProperty({ type: String, description: 'Path of the field in the record.', example: 'owner.lastName' }) field!: string;
  @ApiProperty({ ...VALUE, description: 'Its value before; null where there was none, or it was erased.', example: 'Schmid' })
  from!: unknown;
  @ApiProperty({ ...VALUE, description: 'Its value since.', example: 'Schmidt' }) to!: unknown;
}

/** One event in the history of an item or Request, with what it changed. */
export class ChangeHistoryRecord extends HistoryRecord {
  @ApiProperty({ type: [FieldChangeRecord], description: 'What it changed in the record; empty for its making.' })
  changes!: readonly FieldChangeRecord[];
}

export function historyRecord({ version, type, at, actor, requestID, data }: Recorded, names: Names): HistoryRecord {
  const userID = actor.type === 'user' ? actor.userID : null;
  const tokenID = actor.type === 'integration' ? actor.tokenID : null;
  const by = {
    type: actor.type,
    userID,
    username: userID === null ? null : (names.users.get(userID) ?? null),
    tokenID,
    tokenPrefix: tokenID === null ? null : (names.tokens.get(tokenID) ?? null),
  };
  return {
    version,
    event: type,
    at: recordTimestamp(at),
    by,
    byName: names.of(actor),
    requestID,
    details: withoutSignature(data as Record<string, unknown>),
  };
}

/** A signature has a route of its own. */
function withoutSignature({ signature, ...data }: Record<string, unknown>): Record<string, unknown> {
  return signature === undefined ? data : { ...data, hasSignature: signature !== null };
}
