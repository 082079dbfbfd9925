import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { itemStream } from '#contexts/items';
import { locationStream } from '#contexts/locations';
import { requestStream } from '#contexts/requests';
import { userStream } from '#contexts/users';
import type { Recorded } from '#platform/event-store';
import { NULLABLE, Shown } from '#platform/http';
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
  @Shown(String, 'Type of the actor; `system` is the service itself.', 'user', { enum: ACTORS })
  type!: (typeof ACTORS)[number];
  @Shown('integer', 'ID of the user; null for other actors.', 3, NULLABLE) userID!: number | null;
  @Shown(String, 'Current username; null if the user has been deleted, or the caller may not see the user.', 'sanne', NULLABLE)
  username!: string | null;
  @Shown(String, 'ID of the API token, as shown by `token list`; null for other actors.', null, NULLABLE)
  tokenID!: string | null;
  @Shown(String, 'First characters of the API token.', null, NULLABLE) tokenPrefix!: string | null;
}

/** One event in the history of a record. */
export class HistoryRecord {
  @Shown('integer', 'Version of the record after the event, starting at 1; equals its `ETag` at that time.', 2, { minimum: 1 })
  version!: number;
  @Shown(String, 'Name of the event. These names are kept; more may be added.', 'ItemStatusChanged', { enum: EVENTS })
  event!: string;
  @Shown(String, 'Time of the event (UTC).', '2026-11-21 02:05:00.000') at!: string;
  @Shown(HistoryActorRecord, 'Who caused the event.') by!: HistoryActorRecord;
  @Shown(String, 'Name of the user or API token; null where it has none, or is gone.', 'sanne', NULLABLE)
  byName!: string | null;
  @Shown(String, '`X-Request-Id` of the HTTP request; null if there was none.', 'a1b2c3', NULLABLE)
  requestID!: string | null;
  @Shown(
    Object,
    'Data of the event. Erased personal data is null.',
    { status: 'finished', previousStatus: 'waiting-response' },
    { additionalProperties: true },
  )
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
  @Shown(String, 'Path of the field in the record.', 'owner.lastName') field!: string;
  @ApiProperty({ ...VALUE, description: 'Its value before; null where there was none, or it was erased.', example: 'Schmid' })
  from!: unknown;
  @ApiProperty({ ...VALUE, description: 'Its value since.', example: 'Schmidt' }) to!: unknown;
}

/** One event in the history of an item or Request, with what it changed. */
export class ChangeHistoryRecord extends HistoryRecord {
  @Shown([FieldChangeRecord], 'What it changed in the record; empty for its making.')
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
