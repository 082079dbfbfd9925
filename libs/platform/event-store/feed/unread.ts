/** Positions of the log with events that were not handed on yet; the last range has no end. */
export interface Unread {
  first: number;
  /** Inclusive; null for the open end of the log. */
  last: number | null;
  /** The transactions that may still commit an event in it. */
  writers: readonly string[];
}

/** The result of one read of the log. */
export interface Look {
  /** The positions of the events that were found, in order. */
  found: readonly number[];
  /** The log was looked through up to and with this position; null when to its end. */
  upTo: number | null;
  /** The transactions that could write events before the look. */
  before: ReadonlySet<string>;
  /** The transactions that could after it. */
  after: readonly string[];
}

/** A log of which nothing was handed on. */
const WHOLE_LOG: readonly Unread[] = [{ first: 1, last: null, writers: [] }];

interface StoredRange {
  first: string;
  last: string | null;
  writers: readonly string[];
}

/** The unread part of the log, as it is stored: all of it where nothing is. */
export function rangesOf(stored: readonly StoredRange[]): readonly Unread[] {
  if (stored.length === 0) return WHOLE_LOG;
  return stored.map(({ first, last, writers }) => ({
    first: Number(first),
    last: last === null ? null : Number(last),
    writers,
  }));
}

/**
 * The unread part after a read. A position without an event stays unread while a transaction runs that was writing when it was first
 * missed: it may be that transaction's. When all of them ended before the look, it was rolled back and is forgotten.
 * @param unread in order, the open end last
 */
export function remaining(unread: readonly Unread[], look: Look): Unread[] {
  const { found, before, after } = look;
  const end = unread.at(-1)!;
  const upTo = look.upTo ?? Math.max(end.first - 1, found.at(-1) ?? 0);
  return unread.flatMap((range): Unread[] => {
    if (range.first > upTo) return [range];
    const rest = range.last === null || range.last > upTo ? [{ ...range, first: upTo + 1 }] : [];
    const isGap = range.last !== null;
    const writers = isGap ? range.writers.filter((writer) => before.has(writer)) : after;
    if (isGap && writers.length === 0) return rest;
    const last = range.last === null ? upTo : Math.min(range.last, upTo);
    return [...without(found, range.first, last).map((gap) => ({ ...gap, writers })), ...rest];
  });
}

/** The ranges between the positions, from `first` to `last`. */
function without(found: readonly number[], first: number, last: number): { first: number; last: number }[] {
  const gaps: { first: number; last: number }[] = [];
  let next = first;
  for (const position of [...found.filter((one) => one >= first && one <= last), last + 1]) {
    if (position > next) gaps.push({ first: next, last: position - 1 });
    next = position + 1;
  }
  return gaps;
}
