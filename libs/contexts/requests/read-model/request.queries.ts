import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { imagesInUse, type NamedImage } from '#contexts/records';
import { anyOf, counting, Database, ordered, orderOf, placeOf, tables, totalOf, unprepared } from '#platform/database';
import { type Caller, NotFound, type Order, type Page, type PageRequest, pageOf } from '#platform/kernel';
import { REQUEST_STATUSES, type RequestStatus } from '../domain/request.state.js';
import { OPEN } from '../domain/request.transitions.js';
import { EXPIRES_AT, NOT_DELETED, RECORD, type RequestEntity, type RequestRow } from './request.entity.js';

const db = tables<typeof RequestEntity>();

export type { RequestRow };

/** The statuses that can be asked for (decisions.md, section 10, Request filters). */
export const LISTED = REQUEST_STATUSES.filter((status) => status !== 'deleted' && status !== 'anonymized');

/** The filters of a listing, all of which must match (decisions.md, sections 3 and 10); the ends of ranges are inclusive. */
export interface RequestFilters {
  status?: readonly RequestStatus[];
  locationID?: string;
  externalID?: string;
  createdFrom?: Date;
  createdTo?: Date;
  updatedSince?: Date;
  /** Words, or beginnings of words, that must all occur. */
  q?: string;
}

/** Reads the Customer Requests that the caller has access to, without the deleted ones. */
@Injectable()
export class RequestQueries {
  constructor(private readonly database: Database) {}

  /** A page of the Requests the caller may see, newest first. */
  page(caller: Caller, request: PageRequest, filters: RequestFilters): Promise<Page<RequestRow>> {
    const reading = () => this.read(caller, request, filters);
    const { id } = caller.group;
    const isCostly = request.count || filters.q !== undefined;
    return isCostly ? this.database.inTurn('searches', id, reading) : this.database.paged(id, request, reading);
  }

  private async read(caller: Caller, request: PageRequest, filters: RequestFilters): Promise<Page<RequestRow>> {
    const found = this.matching(caller, filters);
    const inRange = filters.createdFrom !== undefined || filters.createdTo !== undefined;
    const createdAt = (id: number) =>
      sql`(select created_at from requests where group_id = ${caller.group.id}::int and id <= ${id}::int order by id desc limit 1)`;
    const order = orderOf({ expiresAt: EXPIRES_AT, createdAt: inRange ? createdAt : null }, request);
    const { key, direction, behind } = order;
    const [rows] = await this.database.list<[RequestRow]>(
      unprepared(
        // Not the plain key: for a rare word, PostgreSQL would scan the whole Group along it.
        (filters.q && key === null ? found.orderBy(sql`id + 0`, 'desc') : ordered(found, { key, direction }))
          .select(RECORD)
          .limit(request.limit + 1)
          .$if(behind !== null, (query) => query.where(behind!))
          .$if(request.after === undefined, (query) => query.offset((request.page - 1) * request.limit)),
      ),
    );
    const page = pageOf(rows, request.limit);
    if (!request.count) return page;
    const whole = found.select('id');
    const [[counted]] = await this.database.list<[{ total: number }]>(counting(whole));
    return { ...page, ...(await totalOf(this.database, counted!.total, whole)) };
  }

  /** @throws NotFound when it does not exist, is deleted, or the caller has no access to it */
  async one(caller: Caller, requestID: number): Promise<RequestRow> {
    const row = await this.database.queryOne(this.within(caller).select(RECORD).where('id', '=', requestID));
    if (!row) throw new NotFound('The Request');
    return row;
  }

  /** When the Request was made, whatever became of it; null where there is none. */
  async madeAt(groupID: number, id: number): Promise<Date | null> {
    const row = await this.database.queryOne(
      db.selectFrom('requests').select('created_at').where('group_id', '=', groupID).where('id', '=', id),
    );
    return row && new Date(row.created_at);
  }

  /** The Requests of a Group with the email address as that of their guest, regardless of case, including deleted ones. */
  async ofPerson(groupID: number, email: string): Promise<RequestRow[]> {
    const address = sql<string>`lower(owner ->> 'email')`;
    const found = db.selectFrom('requests').select(RECORD).where('group_id', '=', groupID);
    return this.database.query(found.where(address, '=', email.toLowerCase()).orderBy('id'));
  }

  /** Whether an existing Request of the Group has the key. */
  async hasKey(groupID: number, externalID: string): Promise<boolean> {
    const found = db.selectFrom('requests').select('id').where('group_id', '=', groupID).where(hasKey(externalID));
    return (await this.database.queryOne(found)) !== null;
  }

  private matching(caller: Caller, filters: RequestFilters) {
    const { status, locationID, externalID, createdFrom, createdTo, updatedSince, q } = filters;
    let query = this.within(caller);
    if (status?.length === 1) query = query.where('status', '=', status[0]!);
    if (status && status.length > 1) query = query.where(sql<boolean>`status = ${anyOf(status)}`);
    if (locationID !== undefined) query = query.where('location_id', '=', locationID);
    if (externalID !== undefined) query = query.where(hasKey(externalID));
    if (createdFrom) query = query.where('created_at', '>=', createdFrom.toISOString());
    if (createdTo) query = query.where('created_at', '<=', createdTo.toISOString());
    if (updatedSince) query = query.where('updated_at', '>=', updatedSince.toISOString());
    if (q) query = query.where(sql<boolean>`search @@ search_query(${q})`);
    return query;
  }

  private within({ group, scope }: Caller) {
    const query = db.selectFrom('requests').where('group_id', '=', group.id).where(NOT_DELETED);
    return scope.all ? query : query.where('location_id', '=', anyOf(scope.locationIDs));
  }
}

/** With the condition of the index of keys: a Request that has one can be neither deleted nor anonymized. */
function hasKey(externalID: string) {
  return sql<boolean>`external_id = ${externalID} and external_id is not null and status not in ('deleted', 'anonymized')`;
}

/** The `after` that continues behind a Request. */
export function placeOfRequest(sort: Order): (row: RequestRow) => number | string {
  return placeOf(sort, (row) => (OPEN.includes(row.status) ? row.expires_at : null));
}

/** The names of uploaded images that these Requests refer to. */
export const requestImagesInUse = (images: readonly NamedImage[]) => imagesInUse(sql.table('requests'), ['image_url'], images);
