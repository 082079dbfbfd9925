import { ApiProperty } from '@nestjs/swagger';
import { Shown } from '#platform/http';
import { optionalTimestamp, recordTimestamp } from '#platform/kernel';
import type { LanguageRow } from '../read-model/language.queries.js';

/** The Language record (api-v2.md, Language; decisions.md, section 3). */
export class LanguageRecord {
  @ApiProperty({ type: 'integer', example: 1, description: 'Identifier' }) ID!: number;
  @ApiProperty({ type: String, example: 'English', description: 'Display name' }) language!: string;
  @Shown(String, 'ISO 639-1, optionally with a region', 'en') code!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was created, UTC' })
  createdAt!: string;
  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'When the record was last changed, UTC; null if never',
  })
  updatedAt!: string | null;
  @Shown(Boolean, 'Whether this Language is used when an item names none', true)
  default!: boolean;
  @Shown(String, 'Whether the Language is enabled for all Locations of the Group or for one', 'all', {
    enum: ['all', 'location'],
  })
  scope!: 'all' | 'location';
}

export function languageRecord(row: LanguageRow): LanguageRecord {
  return {
    ID: row.id,
    language: row.language,
    code: row.code,
    createdAt: recordTimestamp(row.created_at),
    updatedAt: optionalTimestamp(row.updated_at),
    default: row.is_default,
    scope: row.location_id === null ? 'all' : 'location',
  };
}
