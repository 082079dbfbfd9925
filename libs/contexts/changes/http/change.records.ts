import { ApiProperty } from '@nestjs/swagger';
import { Shown } from '#platform/http';
import { type Caller, recordTimestamp } from '#platform/kernel';
import { CHANGES, type Change, SUBJECTS } from '../domain/change.js';
import type { ChangeRow } from '../read-model/change.entity.js';
import type { PageOfChanges } from '../read-model/change.queries.js';
import type { ChangeCursors } from './cursors.js';

const CURSOR = 'AAZg4-6iyQQYRvmWn7_v7N7y2rs';

/** Changes of one commit to one record (decisions.md, section 10, Changes). */
export class ChangeRecord {
  @Shown(String, 'The place of the change in the listing: `after` continues behind it', CURSOR)
  cursor!: string;
  @Shown(String, 'The kind of record', 'item', { enum: SUBJECTS }) subject!: string;
  @ApiProperty({
    oneOf: [{ type: 'integer' }, { type: 'string' }],
    description: 'Identifier of the record; of a Location its `locationID`',
    example: 7,
  })
  ID!: number | string;
  @Shown(String, 'The Location that the record belongs to', 'demo:1') locationID!: string;
  @Shown(
    String,
    'What happened: `status` where the status changed, else `updated`. A `deleted` record is not found any more; of an ' +
      '`anonymized` one all personal data was erased',
    'updated',
    { enum: CHANGES },
  )
  change!: Change['change'];
  @Shown(String, 'The status of the record after the change; of a Location `active` or `deactivated`', 'waiting-response')
  status!: string;
  @Shown(
    [String],
    'The names of the top-level fields that changed, without their values; empty for `created`, `deleted` and `anonymized`. ' +
      '`updatedAt` always changes and is not named. `shipment` is that of `GET /items/:itemID/shipment`',
    ['brand', 'owner'],
  )
  fields!: string[];
  @Shown(String, 'When it was changed, UTC', '2026-11-21 10:00:00.000') changedAt!: string;
}

/** A page of changes. */
export class ChangesRecord {
  @Shown([ChangeRecord], 'What was committed, oldest first') changes!: ChangeRecord[];
  @Shown(String, 'The `after` of the next page; always given, good as long as changes are kept', CURSOR)
  next!: string;
  @Shown(
    Boolean,
    'Whether more is there already. A page may then be shorter than `limit`, even empty, where the filters leave much out: ' +
      'go on from `next`',
    false,
  )
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
