import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { CursorTooOld } from '#contexts/changes';
import { type Beginning, beginningIn, type From, numberAt, placesIn } from '#platform/cursors';
import { Database, statement } from '#platform/database';
import type { AuditRow } from '../audit.entity.js';
import { AuditSettings } from '../audit.settings.js';

/** The entries that are asked for; both times are inclusive. */
export interface AuditFilters {
  from?: Date;
  to?: Date;
  action?: string;
  userID?: number;
}

/** A page of entries, and behind which number the next one begins. */
export interface PageOfEntries {
  rows: AuditRow[];
  next: number;
  hasMore: boolean;
}

/** Maximum rows scanned per page: with a selective filter, a page may have fewer entries than its limit. */
const MOST_SEEN = 50_000;

const places = placesIn((groupID) => sql`select number from audit_entries where group_id = ${groupID}`);

/** Reads the audit of a Group. */
@Injectable()
export class AuditQueries {
  constructor(
    private readonly database: Database,
    private readonly settings: AuditSettings,
  ) {}

  /** @returns null when the list never had the place that is claimed @throws CursorTooOld */
  begin(groupID: number, from: From): Promise<Beginning | null> {
    const first = this.settings.firstNumber();
    const read = async (number: number) => (await this.database.lookUp(groupID, places({ groupID, number, first })))[0][0]!;
    return beginningIn(from, read, () => new CursorTooOld());
  }

  /** The entries behind a place, oldest first; at most `limit`. Large pages take turns. */
  page(groupID: number, filters: AuditFilters, beginning: Beginning, limit: number): Promise<PageOfEntries> {
    return this.database.paged(groupID, { limit, page: 1 }, () => this.read(groupID, filters, beginning, limit));
  }

  private async read(
    groupID: number,
    { from, to, action, userID }: AuditFilters,
    { after, last }: Beginning,
    limit: number,
  ): Promise<PageOfEntries> {
    const behind = Math.max(after, from ? numberAt(from) - 1 : 0);
    // A moment is a millisecond, a number a microsecond.
    const until = to ? numberAt(to) + 999 : Number.MAX_SAFE_INTEGER;
    const end = action === undefined && userID === undefined ? null : await this.endOf(groupID, behind);
    const rows = await this.database.query(
      statement(sql<AuditRow>`
        select * from audit_entries
        where group_id = ${groupID}::int and number > ${behind}::bigint and number <= ${Math.min(until, end ?? until)}::bigint
          and (${action ?? null}::text is null or action = ${action ?? null}::text)
          and (${userID ?? null}::int is null or user_id = ${userID ?? null}::int
            or target_kind = 'user' and target_id = ${userID ?? null}::int::text)
        order by number limit ${limit + 1}::int`),
    );
    if (rows.length > limit) return { rows: rows.slice(0, limit), next: Number(rows[limit - 1]!.number), hasMore: true };
    if (end !== null && end < until) return { rows, next: end, hasMore: true };
    return { rows, next: Math.max(after, last, Number(rows.at(-1)?.number ?? 0)), hasMore: false };
  }

  /** The number up to which a page looks; null when it may look to the end. */
  private async endOf(groupID: number, after: number): Promise<number | null> {
    const row = await this.database.queryOne(
      statement(sql<{ number: string }>`
        select number from audit_entries where group_id = ${groupID}::int and number > ${after}::bigint
        order by number offset ${sql.lit(MOST_SEEN)} limit 1`),
    );
    return row && Number(row.number);
  }
}
