import { ApiProperty } from '@nestjs/swagger';
import type { Recorded } from '#platform/event-store';
import { recordTimestamp } from '#platform/kernel';
import type { Names } from '../read-model/history.queries.js';

const ACTORS = ['integration', 'user', 'guest', 'system'] as const;

/** Who did it. */
export class HistoryActorRecord {
  @ApiProperty({
    type: String,
    enum: ACTORS,
    description: 'An Integration, a user, a guest, or the service itself',
    example: 'user',
  })
  type!: (typeof ACTORS)[number];
  @ApiProperty({ type: 'integer', nullable: true, description: 'The user', example: 3 }) userID!: number | null;
  @ApiProperty({ type: String, nullable: true, description: 'The user’s name, while it exists', example: 'sanne' })
  username!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The API token, as `token list` shows it', example: null })
  tokenID!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'How the API token begins', example: null }) tokenPrefix!:
    | string
    | null;
}

/** One thing that happened to a record. */
export class HistoryRecord {
  @ApiProperty({ type: 'integer', minimum: 1, description: 'Counts from 1; the `ETag` the record had then', example: 2 })
  version!: number;
  @ApiProperty({ type: String, description: 'What happened', example: 'ItemStatusChanged' }) event!: string;
  @ApiProperty({ type: String, description: 'When, UTC', example: '2026-11-21 02:05:00.000' }) at!: string;
  @ApiProperty({ type: HistoryActorRecord, description: 'Who did it' }) by!: HistoryActorRecord;
  @ApiProperty({ type: String, nullable: true, description: '`X-Request-Id` of the call', example: 'a1b2c3' }) requestID!:
    | string
    | null;
  @ApiProperty({
    type: Object,
    additionalProperties: true,
    description: 'What it changed. Personal data that was erased is null.',
    example: { status: 'finished', previousStatus: 'waiting-response' },
  })
  details!: Record<string, unknown>;
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
  return { version, event: type, at: recordTimestamp(at), by, requestID, details: data as Record<string, unknown> };
}
