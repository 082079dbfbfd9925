import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { LocationQueries } from '#contexts/locations';
import { type Beginning, beginningIn, type From, placesIn } from '#platform/cursors';
import { Database, type Statement, statement, tables, template } from '#platform/database';
import { type Caller, DomainError, UnknownReferences } from '#platform/kernel';
import { ChangeRetention } from '../retention.js';
import { ChangeEntity, type ChangeRow } from './change.entity.js';

const db = tables<typeof ChangeEntity>();

/** The changes that are asked for. */
export interface ChangeFilters {
  subject?: string;
  locationID?: string;
}

/** A page of changes, and behind which number the next one begins. */
export interface PageOfChanges {
  changes: ChangeRow[];
  next: number;
  hasMore: boolean;
}

/** Maximum rows of the listing scanned per page: with a selective filter, a page may have fewer changes than its limit. */
export const MOST_SEEN = 50_000;

const places = placesIn((groupID) => sql`select number from changes where group_id = ${groupID}`);

const behind = template<{ groupID: number; after: number; limit: number }, ChangeRow>(({ groupID, after, limit }) =>
  statement(
    sql`select * from changes where group_id = ${groupID} and number > ${after}::bigint order by number limit ${limit}::int`,
  ),
);

/** The changes behind the cursor are not kept any more (decisions.md, section 10, Changes). */
export class CursorTooOld extends DomainError {
  constructor() {
    super('gone', 'cursor_too_old', 'What comes behind this cursor is not kept any more.');
  }
}

/** Reads the listing of changes for callers who may see the records. */
@Injectable()
export class ChangeQueries {
  constructor(
    private readonly database: Database,
    private readonly locations: LocationQueries,
    private readonly retention: ChangeRetention,
  ) {}

  /**
   * @returns null when the listing never had the place that is claimed
   * @throws CursorTooOld when changes behind the place are not kept any more
   */
  begin(groupID: number, from: From): Promise<Beginning | null> {
    const first = this.retention.firstNumber();
    const read = async (number: number) => (await this.database.lookUp(groupID, places({ groupID, number, first })))[0][0]!;
    return beginningIn(from, read, () => new CursorTooOld());
  }

  /** All changes of a Group behind a number, at most `limit`. */
  async behind(groupID: number, after: number, limit: number): Promise<ChangeRow[]> {
    return (await this.database.lookUp<[ChangeRow]>(groupID, behind({ groupID, after, limit })))[0];
  }

  /** @throws UnknownReferences when the caller has no access to the Location in the filter */
  async checkFilters(caller: Caller, { locationID }: ChangeFilters): Promise<void> {
    if (locationID === undefined) return;
    const [found] = await this.database.pipeline<unknown[]>(this.locations.reading(caller, locationID));
    if (found!.length === 0) throw new UnknownReferences(['locationID']);
  }

  /** The same as `page` for a call, which waits for its turn when it asks for many. */
  pageInTurn(caller: Caller, filters: ChangeFilters, beginning: Beginning, limit: number): Promise<PageOfChanges> {
    return this.database.paged(caller.group.id, { limit, page: 1 }, () => this.page(caller, filters, beginning, limit));
  }

  /** The changes behind a place that the caller may see, oldest first; at most `limit`. */
  async page(caller: Caller, filters: ChangeFilters, { after, last }: Beginning, limit: number): Promise<PageOfChanges> {
    const { group } = caller;
    const places = placesOf(caller, filters);
    if (places?.length === 0 || last <= after) return { changes: [], next: Math.max(after, last), hasMore: false };
    const end = await this.endOf(group.id, after, filters.subject !== undefined || (places?.length ?? 0) * limit > MOST_SEEN);
    const rows = await this.database.query(seen(group.id, places, filters.subject, after, end, limit + 1));
    if (rows.length > limit) return { changes: rows.slice(0, limit), next: Number(rows[limit - 1]!.number), hasMore: true };
    const next = end ?? Math.max(last, Number(rows.at(-1)?.number ?? 0));
    return { changes: rows, next, hasMore: end !== null };
  }

  /** The number up to which a page looks; null when it may look to the end. */
  private async endOf(groupID: number, after: number, isBounded: boolean): Promise<number | null> {
    if (!isBounded) return null;
    const row = await this.database.queryOne(furthest(groupID, after));
    return row && Number(row.number);
  }
}

/** The Locations that changes are read of; null for the whole Group. */
function placesOf({ scope }: Caller, { locationID }: ChangeFilters): readonly string[] | null {
  if (locationID !== undefined) return scope.all || scope.locationIDs.includes(locationID) ? [locationID] : [];
  return scope.all ? null : scope.locationIDs;
}

/** The last number that a bounded page looks at; none where fewer are behind `after`. */
export function furthest(groupID: number, after: number) {
  const query = db.selectFrom('changes').select('number').where('group_id', '=', groupID);
  return query.where('number', '>', String(after)).orderBy('number').offset(MOST_SEEN).limit(1);
}

/** Reads only as many rows of each Location as a page can have, by the index of that Location. */
export function seen(
  groupID: number,
  places: readonly string[] | null,
  subject: string | undefined,
  after: number,
  end: number | null,
  limit: number,
): Statement<ChangeRow> {
  const within = sql`changes.group_id = ${groupID} and changes.number > ${after}::bigint
    ${end === null ? sql`` : sql`and changes.number <= ${end}::bigint`}
    ${subject === undefined ? sql`` : sql`and changes.subject = ${subject}`}`;
  if (places === null) {
    return statement(sql`select * from changes where ${within} order by changes.number limit ${limit}`);
  }
  return statement(sql`select c.* from (select distinct unnest(${places}::text[]) as id) as place
    cross join lateral (
      select * from changes where ${within} and changes.location_id = place.id order by changes.number limit ${limit}
    ) c
    order by c.number limit ${limit}`);
}
