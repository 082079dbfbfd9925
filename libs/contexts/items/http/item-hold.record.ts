import { ApiProperty } from '@nestjs/swagger';
import { optionalTimestamp, recordTimestamp } from '#platform/kernel';
import type { Hold } from '../domain/item.values.js';

/** Why an item is kept, and until when. */
export class HoldRecord {
  @ApiProperty({ type: String, nullable: true, example: 'The police asked for it', description: 'Why it is kept' })
  reason!: string | null;
  @ApiProperty({
    type: String,
    nullable: true,
    example: '2026-12-24 10:00:00.000',
    description: 'When it ends by itself, UTC; null: once somebody ends it',
  })
  until!: string | null;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'Since when, UTC' }) since!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'sanne',
    description: 'Name of the user or API token that put it on hold; null where it has none',
  })
  by!: string | null;
}

export function holdRecord({ reason, until, since, by }: Hold): HoldRecord {
  return { reason, until: optionalTimestamp(until), since: recordTimestamp(since), by };
}
