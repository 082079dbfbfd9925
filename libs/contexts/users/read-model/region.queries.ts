import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, type Row, tables, wholeList } from '#platform/database';
import { type Caller, NotFound, type Page, type WholeListRequest } from '#platform/kernel';
import { regionsWith } from './access.sql.js';
import type { RegionEntity } from './user.entity.js';

const db = tables<typeof RegionEntity>();

export type RegionRow = Row<typeof RegionEntity>;

/** Reads the Regions with a Location that the caller has access to, leaving out the other Locations (decisions.md, section 9). */
@Injectable()
export class RegionQueries {
  constructor(private readonly database: Database) {}

  /** By identifier. */
  async list(caller: Caller, request: WholeListRequest): Promise<Page<RegionRow>> {
    const page = await wholeList(this.database, caller.group.id, this.seenBy(caller).orderBy('id'), request);
    return { ...page, records: within(caller, page.records) };
  }

  /** @throws NotFound when it does not exist or has no Location that the caller has access to */
  async one(caller: Caller, regionID: number): Promise<RegionRow> {
    const row = await this.database.queryOne(this.seenBy(caller).where('id', '=', regionID));
    if (!row) throw new NotFound('The Region');
    return within(caller, [row])[0]!;
  }

  private seenBy({ group, scope }: Caller) {
    const query = db.selectFrom('regions').selectAll().where('group_id', '=', group.id);
    return scope.all ? query : query.where(sql<boolean>`id in (${regionsWith(group.id, scope.locationIDs)})`);
  }
}

function within({ scope }: Caller, rows: RegionRow[]): RegionRow[] {
  if (scope.all) return rows;
  const seen = new Set(scope.locationIDs);
  return rows.map((row) => ({ ...row, location_ids: row.location_ids.filter((locationID) => seen.has(locationID)) }));
}
