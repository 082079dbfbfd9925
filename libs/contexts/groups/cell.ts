import { StartError } from '#platform/process';

/** How many Group numbers a cell has: cell 7 draws 7000001 to 7999999. */
const BLOCK = 1_000_000;

/** This installation among those that Groups may move between; each draws numbers that no other does (docs/adr/0078-cells.md). */
export class Cell {
  constructor(readonly number = 0) {}
}

/** The cell with the block that holds a number. */
export function cellOf(groupNumber: number): number {
  return Math.floor(groupNumber / BLOCK);
}

interface Numbers {
  /** The cell that the database draws numbers of. */
  cell: number;
  least: number;
  most: number;
}

/** Runs a statement and returns its rows. */
type Query = (text: string) => Promise<readonly unknown[]>;

/** The numbers that a database gives its new Groups; null where it has no tables yet. */
export async function numbersOf(query: Query): Promise<Numbers | null> {
  const text = `select seqmin::int as least, least(seqmax, 2147483647)::int as most from pg_sequence
    where seqrelid = to_regclass('groups_id_seq')`;
  const [found] = (await query(text)) as Omit<Numbers, 'cell'>[];
  return found ? { cell: cellOf(found.least), ...found } : null;
}

/** @throws StartError when the database draws the numbers of another cell than CELL says */
export async function requireCell(query: Query, cell: number): Promise<void> {
  const numbers = await numbersOf(query);
  if (numbers !== null && numbers.cell !== cell) throw new StartError(otherCell('This database', numbers.cell, cell));
}

/** @param what is of a cell, in words that begin a sentence */
export function otherCell(what: string, cell: number, given: number): string {
  return (
    `${what} is of cell ${cell}, and CELL is ${given}. Its Groups keep their numbers, which are part of every sealed value: ` +
    `set CELL to ${cell}${cell === 0 ? ' or leave it out' : ''}. Nothing has been written.`
  );
}

/** Gives a database that has drawn no Group number yet those of its cell. @throws StartError when it has drawn those of another */
export async function settleCell(query: Query, cell: number): Promise<void> {
  const numbers = await numbersOf(query);
  const most = (cell + 1) * BLOCK - 1;
  if (numbers === null || (numbers.cell === cell && numbers.most === most)) return;
  const isDrawn = (await query('select where (select is_called from groups_id_seq)')).length > 0;
  if (isDrawn && numbers.cell !== cell) throw new StartError(otherCell('This database', numbers.cell, cell));
  const first = cell * BLOCK + 1;
  const began = isDrawn ? '' : `start ${first} restart minvalue ${first}`;
  await query(`alter sequence groups_id_seq ${began} maxvalue ${most}`);
}
