import type { Order } from './cursor.js';

/** A request for one page of a listing. `after` continues after a record instead of counting pages. */
export interface PageRequest {
  limit: number;
  page: number;
  after?: number | string;
  /** The first of ORDERS when absent. */
  sort?: Order;
  count?: boolean;
}

/** One page of a listing; `total` only when requested. */
export interface Page<T> {
  records: T[];
  hasMore: boolean;
  total: number | null;
  /** Whether the total is an estimate. */
  estimated?: boolean;
}

/** Makes a page from up to `limit + 1` records: the extra one only tells whether more follow. */
export function pageOf<T>(records: T[], limit: number, total: number | null = null): Page<T> {
  return { records: records.slice(0, limit), hasMore: records.length > limit, total };
}

/** A request for a list that is paged only when `limit` or `page` is given (decisions.md, section 9). */
export interface WholeListRequest {
  limit?: number;
  page: number;
  count?: boolean;
}

/** Returns the requested page of a whole list; without `limit` page 1 has everything. */
export function cutList<T>(records: readonly T[], { limit, page, count }: WholeListRequest): Page<T> {
  const whole = page === 1 ? [...records] : [];
  const cut = limit === undefined ? whole : records.slice((page - 1) * limit, page * limit + 1);
  return pageOf(cut, limit ?? cut.length, count ? records.length : null);
}
