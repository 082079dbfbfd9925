/** The orders of items and Requests, the default first (decisions.md, section 10, Order). */
export const ORDERS = ['-created', 'updated', 'expires'] as const;
/** Items have another: where they are stored (decisions.md, section 13). */
export const ITEM_ORDERS = [...ORDERS, 'storage'] as const;
export type Order = (typeof ITEM_ORDERS)[number];

/** The largest identifier. */
const LARGEST_ID = 2_147_483_647;

/** Where a listing in another order than the default continues: behind the record with this time, or of this storage place, and ID. */
export interface Cursor {
  /** Milliseconds, or the ID of the storage place; null for a record without, which comes last. */
  at: number | null;
  id: number;
}

const WRITTEN = /^([a-z]+) (-?\d{1,15}|-) (\d{1,10})$/;
/** The years that PostgreSQL and ISO 8601 write alike. */
const TIMES = { min: Date.parse('0001-01-01T00:00:00Z'), max: Date.parse('9999-12-31T23:59:59.999Z') };

/** The `after` of the next page: opaque, since its content may change from release to release. */
export function writeCursor(order: string, { at, id }: Cursor): string {
  return Buffer.from(`${order} ${at ?? '-'} ${id}`).toString('base64url');
}

/** @returns null when the text is no cursor of this order */
export function readCursor(order: string, text: string): Cursor | null {
  const [, of, time, number] = WRITTEN.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  if (of !== order) return null;
  const [at, id] = [time === '-' ? null : Number(time), Number(number)];
  if (id > LARGEST_ID || (at !== null && (at < TIMES.min || at > TIMES.max))) return null;
  return { at, id };
}
