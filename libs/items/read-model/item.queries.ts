import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { anyOf, Database, type Row, tables } from '#database';
import { type Caller, NotFound, type Page, type PageRequest, pageOf } from '#kernel';
import type { ItemEntity } from './item.entity.js';
import { RECORD } from './item.projection.js';

const db = tables<typeof ItemEntity>();

export type ItemRow = Row<typeof ItemEntity>;

/** Reads items, always inside the caller's reach and without the deleted ones. */
@Injectable()
export class ItemQueries {
  constructor(private readonly database: Database) {}

  /** A page of the items the caller may see, newest first. */
  async page(caller: Caller, request: PageRequest): Promise<Page<ItemRow>> {
    const within = this.within(caller);
    const rows = await this.database.rows(
      within
        .select(RECORD)
        .orderBy('id', 'desc')
        .limit(request.limit + 1)
        .$if(request.after !== undefined, (query) => query.where('id', '<', Number(request.after)))
        .$if(request.after === undefined, (query) => query.offset((request.page - 1) * request.limit)),
    );
    const total = request.count ? (await this.database.row(within.select(sql<number>`count(*)::int`.as('total'))))!.total : null;
    return pageOf(rows, request.limit, total);
  }

  /** @throws NotFound when it does not exist, is deleted, or lies out of the caller's reach */
  async one(caller: Caller, itemID: number): Promise<ItemRow> {
    const row = await this.database.row(this.within(caller).select(RECORD).where('id', '=', itemID));
    if (!row) throw new NotFound('The item');
    return row;
  }

  private within({ group, scope }: Caller) {
    const query = db.selectFrom('items').where('group_id', '=', group.id).where('status', '!=', 'deleted');
    return scope.all ? query : query.where('location_id', '=', anyOf(scope.locationIDs));
  }
}
