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
