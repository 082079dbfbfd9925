import { ApiProperty } from '@nestjs/swagger';
import { Integer, recordOf, Text } from '#platform/http';
import { recordTimestamp } from '#platform/kernel';
import type { StoragePlaceRow } from '../places/storage-places.js';

const NAME = { description: 'Name, as on the door or the shelf', example: 'Shelf B' };
const CODE = { min: 1, max: 50, description: 'Code on its label, unique in the Location whatever its case', example: 'B' };
const PARENT = { min: 1, nullable: true, description: 'The place that it is in; null at the top', example: null };

/** `POST /locations/:locationID/storage-places` (decisions.md, section 13). */
export class NewStoragePlace {
  @Text({ required: true, ...NAME }) name!: string;
  @Text({ ...CODE, description: `${CODE.description}; made up where absent` }) code?: string;
  @Integer(PARENT) parentID?: number | null;
}

/** `PUT /storage-places/:storagePlaceID`: omitted fields keep their value. */
export class StoragePlaceUpdate {
  @Text({ min: 1, ...NAME }) name?: string;
  @Text(CODE) code?: string;
  @Integer(PARENT) parentID?: number | null;
}

/** The record of a storage place. */
export class StoragePlaceRecord extends recordOf(StoragePlaceUpdate, { first: ['ID', 'locationID'] }) {
  static readonly versioned = 'partly';
  @ApiProperty({ type: 'integer', example: 3, description: 'Identifier' }) ID!: number;
  @ApiProperty({ type: String, example: 'demo:1', description: 'The Location that it belongs to' }) locationID!: string;
  @ApiProperty({
    type: 'integer',
    example: 12,
    description: 'Items that lie in it itself: neither finished, in route, delivered, deleted nor anonymized',
  })
  itemCount!: number;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When it was created, UTC' }) createdAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When it was last changed, UTC' })
  updatedAt!: string;
}

export function storagePlaceRecord(row: StoragePlaceRow): StoragePlaceRecord {
  return {
    ID: row.id,
    locationID: row.location_id,
    name: row.name,
    code: row.code,
    parentID: row.parent_id,
    itemCount: row.item_count,
    createdAt: recordTimestamp(row.created_at),
    updatedAt: recordTimestamp(row.updated_at),
  };
}
