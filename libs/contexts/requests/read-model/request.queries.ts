import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { anyOf, Database, tables } from '#platform/database';
import { type Caller, NotFound, type Page, type PageRequest, pageOf } from '#platform/kernel';
import type { RequestStatus } from '../domain/request.events.js';
import { RECORD, type RequestEntity, type RequestRow } from './request.entity.js';

const db = tables<typeof RequestEntity>();

export type { RequestRow };

/** Not the plain key: for a rare word, PostgreSQL would scan the whole Group along it. */
const BY_SEARCH = sql`id + 0`;

/** The filters of a listing, all of which must match (decisions.md, section 3). */
export interface RequestFilters {
  status?: RequestStatus;
  locationID?: string;
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
    return request.count || filters.q !== undefined ? this.database.inTurn('searches', reading) : reading();
  }

  private async read(caller: Caller, request: PageRequest, filters: RequestFilters): Promise<Page<RequestRow>> {
    const within = this.matching(caller, filters);
    const rows = await this.database.query(
      within
        .select(RECORD)
        .orderBy(filters.q ? BY_SEARCH : sql`id`, 'desc')
        .limit(request.limit + 1)
        .$if(request.after !== undefined, (query) => query.where('id', '<', Number(request.after)))
        .$if(request.after === undefined, (query) => query.offset((request.page - 1) * request.limit)),
    );
    const total = request.count
      ? (await this.database.queryOne(within.select(sql<number>`count(*)::int`.as('total'))))!.total
      : null;
    return pageOf(rows, request.limit, total);
  }

  /** @throws NotFound when it does not exist, is deleted, or the caller has no access to it */
  async one(caller: Caller, requestID: number): Promise<RequestRow> {
    const row = await this.database.queryOne(this.within(caller).select(RECORD).where('id', '=', requestID));
    if (!row) throw new NotFound('The Request');
    return row;
  }

  /** The Requests of a Group whose guest has the email address, regardless of case, including deleted ones. */
  async ofPerson(groupID: number, email: string): Promise<RequestRow[]> {
    const address = sql<string>`lower(owner ->> 'email')`;
    const found = db.selectFrom('requests').select(RECORD).where('group_id', '=', groupID);
    return this.database.query(found.where(address, '=', email.toLowerCase()).orderBy('id'));
  }

  private matching(caller: Caller, { status, locationID, q }: RequestFilters) {
    let query = this.within(caller);
    if (status !== undefined) query = query.where('status', '=', status);
    if (locationID !== undefined) query = query.where('location_id', '=', locationID);
    if (q) query = query.where(sql<boolean>`search @@ search_query(${q})`);
    return query;
  }

  private within({ group, scope }: Caller) {
    const query = db.selectFrom('requests').where('group_id', '=', group.id).where('status', '!=', 'deleted');
    return scope.all ? query : query.where('location_id', '=', anyOf(scope.locationIDs));
  }
}
