import type { StoredRow } from './event-feed.statements.js';
import type { Unread } from './unread.js';

/** A commit that could not be handed on is kept for the next process that begins. */
const ASIDE = 'set aside';

/** In front of a kind of record, when its events wait for a release that knows it. */
const KIND = 'kind ';

/** An event that is kept, as it could not be handed on. */
export const setAside = (row: StoredRow) => single(row, ASIDE);

/** An event that is kept for a release that knows its kind of record. */
export const ofUnknownKind = (row: StoredRow) => single(row, KIND + row.stream_type);

export const isAside = ({ writers }: Unread) => writers[0] === ASIDE;

/** Whether it is of a kind of record that is none of these. */
export function isUnknown({ writers: [writer] }: Unread, types: readonly string[]): boolean {
  return writer?.startsWith(KIND) === true && !types.includes(writer.slice(KIND.length));
}

function single({ position }: StoredRow, writer: string): Unread {
  return { first: Number(position), last: Number(position), writers: [writer] };
}
