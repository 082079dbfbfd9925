import { ApiProperty } from '@nestjs/swagger';
import { recordOf, Shown, Text, TextList } from '#platform/http';
import { recordTimestamp } from '#platform/kernel';
import type { RegionRow } from '../read-model/region.queries.js';

/** `POST /regions` (decisions.md, section 9). */
export class NewRegion {
  @Text({ required: true, example: 'North', description: 'Name' }) name!: string;
  @Text({ nullable: true, description: 'Free-text reference to the Region', example: null }) reference?: string | null;
  @TextList({ description: 'Locations of the Region; none if omitted', example: ['demo:1'] }) locationIDs?: string[];
}

/** `PUT /regions/:regionID`: omitted fields keep their value. */
export class RegionUpdate {
  @Text({ min: 1, example: 'North', description: 'Name' }) name?: string;
  @Text({ nullable: true, description: 'Free-text reference to the Region', example: null }) reference?: string | null;
  @TextList({ description: 'Locations of the Region; replaces the stored list', example: ['demo:1'] }) locationIDs?: string[];
}

/** The Region record (decisions.md, section 3). */
export class RegionRecord extends recordOf(NewRegion, { first: ['ID'] }) {
  static readonly versioned = 'partly';
  @ApiProperty({ type: 'integer', example: 1, description: 'Identifier' }) ID!: number;
  @Shown([String], 'Locations of the Region') declare locationIDs: string[];
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was created, UTC' })
  createdAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was last changed, UTC' })
  updatedAt!: string;
}

export function regionRecord(row: RegionRow): RegionRecord {
  return {
    ID: row.id,
    name: row.name,
    reference: row.reference,
    locationIDs: row.location_ids,
    createdAt: recordTimestamp(row.created_at),
    updatedAt: recordTimestamp(row.updated_at),
  };
}
