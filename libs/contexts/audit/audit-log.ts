import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { GroupDirectory } from '#contexts/groups';
import { Audit, type Told } from '#platform/audit';
import { Database, type Statement, tables } from '#platform/database';
import { Clock } from '#platform/kernel';
import type { AuditRow } from './audit.entity.js';
import { AuditSettings } from './audit.settings.js';
import { AuditCursors } from './http/audit.cursors.js';
import { entryRecord, unlistedRecord } from './http/audit.records.js';
import { entryStatements } from './writing/insert-entry.js';

const db = tables<typeof GroupDirectory>();

/**
 * Refusals of one action for one user that a process tells of in an hour: the holder of a link that has ended, or of a session, can be
 * refused without end. Refusals of signing in have limits of their own.
 */
const [MOST_REFUSED, HOUR] = [100, 60 * 60 * 1000];

/** Writes the entries of the audit, and with `AUDIT_LOG` the same to the log once they are committed. */
@Injectable()
export class AuditLog extends Audit implements BeforeApplicationShutdown {
  private readonly log = new Logger('Audit');
  /** Refusals that are being written. */
  private readonly writing = new Set<Promise<void>>();
  private readonly refusals = new LRUCache<string, { count: number }>({ max: 10_000, ttl: HOUR });

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly settings: AuditSettings,
    private readonly cursors: AuditCursors,
  ) {
    super();
  }

  async commit(statements: readonly Statement[], told: Told): Promise<Record<string, unknown>[][]> {
    const rows = await this.database.batch([...statements, ...entryStatements(told, 'done', this.clock.now())], {
      groupID: told.groupID,
    });
    this.database.afterCommit(() => this.written(rows.at(-1)!));
    return rows.slice(0, -2);
  }

  refused(told: Omit<Told, 'groupID'> & { groupID: number | null }): void {
    if (told.action !== 'sign-in' && this.isTooMany(told)) return;
    // A call with an Idempotency-Key that is refused is rolled back.
    const telling = this.database.apart(() => this.tellRefused(told));
    const work = telling.catch((error: Error) => this.log.error(`A refusal was not told of: ${error.message}`));
    this.writing.add(work);
    void work.finally(() => this.writing.delete(work));
  }

  private isTooMany({ groupID, action, by: { actor } }: Omit<Told, 'groupID'> & { groupID: number | null }): boolean {
    const key = JSON.stringify([groupID, action, actor]);
    const refusals = this.refusals.get(key) ?? { count: 0 };
    if (refusals.count === 0) this.refusals.set(key, refusals);
    return ++refusals.count > MOST_REFUSED;
  }

  /** Waits for the refusals of this process that are being written. */
  async settled(): Promise<void> {
    await Promise.all(this.writing);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  /** Writes entries that are committed to the log, where that is wanted. @param rows what statements of entries returned */
  written(rows: readonly object[]): void {
    if (!this.settings.log) return;
    for (const row of rows) if ('number' in row) this.log.log({ audit: entryRecord(this.cursors, row as AuditRow) });
  }

  /** An unknown name is told of in the log always, and in the audit where only one Group can be meant. */
  private async tellRefused({ groupID, ...told }: Omit<Told, 'groupID'> & { groupID: number | null }): Promise<void> {
    const at = this.clock.now();
    const group = groupID ?? (await this.onlyGroup());
    if (group === null) return this.log.log({ audit: unlistedRecord(told, at) });
    const rows = await this.database.batch(entryStatements({ groupID: group, ...told }, 'refused', at), { groupID: group });
    if (groupID === null) this.log.log({ audit: entryRecord(this.cursors, rows.at(-1)![0] as unknown as AuditRow) });
    else this.written(rows.at(-1)!);
  }

  private async onlyGroup(): Promise<number | null> {
    const groups = await this.database.query(db.selectFrom('group_directory').select('id').orderBy('id').limit(2));
    return groups.length === 1 ? groups[0]!.id : null;
  }
}
