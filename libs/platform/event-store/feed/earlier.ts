import type { Statement } from '#platform/database';
import type { StreamID } from '../recorded-event.js';
import { insertSnapshot, isSnapshotDue } from '../snapshots.js';
import { type EarlierRow, MOST_BYTES, PAGE, type RecordBefore, selectBefore } from './event-feed.statements.js';

/** The state of a record. */
export type Known = Readonly<Record<string, unknown>>;

/** Maximum events per read, of all records. */
const EVENTS = 1_000;

type Run = <Row>(statement: Statement<Row>) => Promise<Row[]>;

/** The known state of a record, or the reason why it is unknown. */
export interface Earlier {
  known: Known | null;
  problem?: unknown;
}

interface Reading extends Earlier {
  record: StreamID & { version: number };
  from: number;
  /** Events and bytes read behind the last snapshot. */
  events: number;
  bytes: number;
}

/**
 * States of records before a version of each, read in parts of a few megabytes.
 * @param fold puts an event to what is known of its record
 * @returns in the order of the records, without any of those that begin with that version; and the statements that shorten the next reading
 */
export async function readEarlier(
  run: Run,
  records: readonly (StreamID & { version: number })[],
  shape: string,
  fold: (known: Known, row: EarlierRow) => Known,
): Promise<{ earlier: Earlier[]; snapshots: Statement[] }> {
  const readings = records.map((record): Reading => ({ record, from: 1, known: null, events: 0, bytes: 0 }));
  let left = readings.filter(({ record }) => record.version > 1);
  while (left.length > 0) {
    const asked = left.slice(0, howMany(left));
    const rows = await run(selectBefore(asked.map(toRead), shape));
    for (const row of rows) take(asked[row.nth - 1]!, row, fold);
    const isCut = (rows.at(-1)?.total ?? 0) >= MOST_BYTES;
    const reached = isCut ? rows.at(-1)!.nth : asked.length + 1;
    const counts = Map.groupBy(rows, ({ nth }) => nth);
    const goesOn = asked.filter((_, at) => at + 1 >= reached || (counts.get(at + 1)?.length ?? 0) === PAGE);
    left = [...goesOn, ...left.slice(asked.length)];
  }
  const snapshots = readings.flatMap(({ record, known, problem, ...read }) => {
    const snapshot = { purpose: 'feed', version: record.version - 1, shape, bytes: 0, state: known! } as const;
    return !problem && isSnapshotDue(read) ? [insertSnapshot(record, snapshot)] : [];
  });
  return { earlier: readings, snapshots };
}

function toRead({ record, from }: Reading): RecordBefore {
  return { ...record, from };
}

/** How many of the records are asked for at once: one at least. */
function howMany(readings: readonly Reading[]): number {
  let [count, events] = [0, 0];
  while (count < readings.length && events < EVENTS) {
    const { record, from } = readings[count++]!;
    events += Math.min(PAGE, record.version - from);
  }
  return count;
}

function take(reading: Reading, row: EarlierRow, fold: (known: Known, row: EarlierRow) => Known): void {
  reading.from = row.version + 1;
  if (row.known) {
    reading.known = row.known as Known;
    return;
  }
  try {
    reading.known = fold(reading.known ?? {}, row);
  } catch (problem) {
    reading.problem ??= problem;
  }
  reading.events++;
  reading.bytes += row.bytes;
}
