import { ApiProperty } from '@nestjs/swagger';
import { type Caller, recordTimestamp } from '#platform/kernel';
import { CHANGES, type Change, SUBJECTS } from '../domain/change.js';
import type { ChangeRow } from '../read-model/change.entity.js';
import type { PageOfChanges } from '../read-model/change.queries.js';
import type { ChangeCursors } from './cursors.js';

const CURSOR = 'AAZg4-6iyQQYRvmWn7_v7N7y2rs';

/** Changes of one commit to one record (decisions.md, section 10, Changes). */
export class ChangeRecord {
  @ApiProperty({
    type: String,
    description: 'The place of the change in the listing: `after` continues behind it',
    example: CURSOR,
  })
  cursor!: string;
  @ApiProperty({ type: String, enum: SUBJECTS, description: 'The kind of record', example: 'item' }) subject!: string;
  @ApiProperty({
    oneOf: [{ type: 'integer' }, { type: 'string' }],
    description: 'Identifier of the record; of a Location its `locationID`',
    example: 7,
  })
  ID!: number | string;
  @ApiProperty({ type: String, description: 'The Location that the record belongs to', example: 'demo:1' }) locationID!: string;
  @ApiProperty({
    type: String,
    enum: CHANGES,
    description:
      'What happened: `status` where the status changed, else `updated`. A `deleted` record is not found any more; of an `anonymized` one all personal data was erased',
    example: 'updated',
  })
  change!: Change['change'];
  @ApiProperty({
    type: String,
    description: 'The status of the record after the change; of a Location `active` or `deactivated`',
    example: 'waiting-response',
  })
  status!: string;
  @ApiProperty({
    type: [String],
    description:
      'The names of the top-level fields that changed, without their values; empty for `created`, `deleted` and `anonymized`. `updatedAt` always changes and is not named. `shipment` is that of `GET /items/:itemID/shipment`',
    example: ['brand', 'owner'],
  })
  fields!: string[];
  @ApiProperty({ type: String, description: 'When it was changed, UTC', example: '2026-11-21 10:00:00.000' }) changedAt!: string;
}

/** A page of changes. */
export class ChangesRecord {
  @ApiProperty({ type: [ChangeRecord], description: 'What was committed, oldest first' }) changes!: ChangeRecord[];
  @ApiProperty({
    type: String,
    description: 'The `after` of the next page; always given, good as long as changes are kept',
    example: CURSOR,
  })
  next!: string;
  @ApiProperty({
    type: Boolean,
    description:
      'Whether more is there already. A page may then be shorter than `limit`, even empty, where the filters leave much out: go on from `next`',
    example: false,
  })
  hasMore!: boolean;
}

export function changeRecord(cursors: ChangeCursors, row: ChangeRow): ChangeRecord {
  return {
    cursor: cursors.write(row.group_id, Number(row.number)),
    subject: row.subject,
    ID: row.subject === 'location' ? row.location_id : row.subject_id,
    locationID: row.location_id,
    change: row.change,
    status: row.status,
    fields: row.fields,
    changedAt: recordTimestamp(row.changed_at),
  };
}

export function changesRecord(cursors: ChangeCursors, { group }: Caller, page: PageOfChanges): ChangesRecord {
  const changes = page.changes.map((row) => changeRecord(cursors, row));
  return { changes, next: cursors.write(group.id, page.next), hasMore: page.hasMore };
}
