import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment, type Row } from '#platform/database';
import type { Change } from '../domain/change.js';

/** Commits, in the order in which they are listed: by number in each Group. It holds no personal data. */
export const ChangeEntity = defineEntity({
  name: 'Change',
  tableName: 'changes',
  properties: {
    groupId: p.integer().primary(),
    number: p.bigint('string').primary(),
    subject: p.text(),
    subjectId: p.integer(),
    locationId: p.text(),
    change: p.text().$type<Change['change']>(),
    status: p.text(),
    fields: p.array(),
    changedAt: moment(),
  },
  // Months are added ahead of time and dropped: ChangePartitions.
  partitionBy: { type: 'range', expression: 'number', partitions: [{ name: 'changes_default', values: 'default' }] },
  indexes: [{ name: 'changes_by_location', properties: ['groupId', 'locationId', 'number'] }],
});

export type ChangeRow = Row<typeof ChangeEntity>;
