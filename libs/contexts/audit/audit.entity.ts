import { defineEntity, p } from '@mikro-orm/postgresql';
import type { AuditedAction, Target } from '#platform/audit';
import { json, type Row } from '#platform/database';

/**
 * Acts on the service itself, in each Group in the order of commits: the number is the time in microseconds, or one more than the
 * last. Names are those of then.
 */
export const AuditEntryEntity = defineEntity({
  name: 'AuditEntry',
  tableName: 'audit_entries',
  properties: {
    groupId: p.integer().primary(),
    number: p.bigint('string').primary(),
    action: p.text().$type<AuditedAction>(),
    outcome: p.text().$type<'done' | 'refused'>(),
    userId: p.integer().nullable(),
    username: p.text().nullable(),
    tokenId: p.uuid().nullable(),
    tokenName: p.text().nullable(),
    commandLine: p.boolean(),
    address: p.text().nullable(),
    targetKind: p.text().$type<Target['kind']>().nullable(),
    targetId: p.text().nullable(),
    details: json<Readonly<Record<string, unknown>>>(),
  },
  // Months are added ahead of time and dropped: AuditPartitions.
  partitionBy: { type: 'range', expression: 'number', partitions: [{ name: 'audit_entries_default', values: 'default' }] },
});

export type AuditRow = Row<typeof AuditEntryEntity>;
