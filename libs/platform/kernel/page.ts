/** One page of a listing as asked for. `after` continues behind a record instead of counting pages. */
export interface PageRequest {
  limit: number;
  page: number;
  after?: number | string;
  count?: boolean;
}

/** One page of a listing: `total` only when it was asked for. */
export interface Page<T> {
  records: T[];
  hasMore: boolean;
  total: number | null;
}

/** Cuts the one record too many that says whether more follow. */
export function pageOf<T>(records: T[], limit: number, total: number | null = null): Page<T> {
  return { records: records.slice(0, limit), hasMore: records.length > limit, total };
}

/** A list that is given whole unless a part of it is asked for (decisions.md, section 9). */
export interface WholeListRequest {
  limit?: number;
  page: number;
  count?: boolean;
}

/** Cuts a whole list as asked; without `limit` everything stands on page 1. */
export function cutList<T>(records: readonly T[], { limit, page, count }: WholeListRequest): Page<T> {
  const whole = page === 1 ? [...records] : [];
  const cut = limit === undefined ? whole : records.slice((page - 1) * limit, page * limit + 1);
  return pageOf(cut, limit ?? cut.length, count ? records.length : null);
}
