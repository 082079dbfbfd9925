/** The requested part of a list; all of it without `limit`. */
export interface PageSize {
  limit?: number;
  page: number;
  after?: number | string;
}

/** The most records that a small page reads, skipped ones included: PostgreSQL reads those before a page to skip them. */
const SMALL = 100;

/** Whether a page is too costly to be read together with look-ups, or without waiting for its turn. */
export function isLarge({ limit = Number.POSITIVE_INFINITY, page, after }: PageSize): boolean {
  return (after === undefined ? page : 1) * limit > SMALL;
}
