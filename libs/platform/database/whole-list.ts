import { type SelectQueryBuilder, sql } from 'kysely';
import { type Page, pageOf, type WholeListRequest } from '#platform/kernel';
import type { Database } from './database.js';
import { statement } from './sql.js';

/** Reads a list that is paged only on request; `cutList` does the same for lists in memory. */
export async function wholeList<Tables, Table extends keyof Tables, Row>(
  database: Database,
  groupID: number,
  query: SelectQueryBuilder<Tables, Table, Row>,
  request: WholeListRequest,
): Promise<Page<Row>> {
  const { limit, page, count } = request;
  const most = page === 1 ? query : query.limit(0);
  const cut = limit === undefined ? most : query.limit(limit + 1).offset((page - 1) * limit);
  const counting = statement(sql<{ total: number }>`select count(*)::int as total from (${query}) whole`);
  const [rows, counted] = count
    ? await database.inTurn('statistics', groupID, () => database.pipeline<[Row, { total: number }]>(cut, counting))
    : [await database.paged(groupID, request, () => database.query(cut)), []];
  return pageOf(rows, limit ?? rows.length, counted[0]?.total);
}
