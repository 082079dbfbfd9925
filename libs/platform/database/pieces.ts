import type { Query, Rows } from './round-trip.js';

/** Statements that belong together, and who waits for their rows. */
export interface Piece {
  queries: readonly Query[];
  resolve(rows: Rows): void;
  reject(error: unknown): void;
}

/** The Group that a piece of work is for. */
export interface Owner {
  groupID: number;
}

/** The record that it stores events of. */
export interface RecordOf extends Owner {
  type: string;
  id: number;
}

/** A piece of work with whom it is for; null: the service itself. */
export interface OwnedPiece extends Piece {
  of: Owner | RecordOf | null;
}

/** Gives each piece the rows of its statements, as far as there are rows for all of them. @returns how many pieces there were rows for */
export function answer(pieces: readonly Piece[], rows: Rows): number {
  let [answered, first] = [0, 0];
  for (const { queries, resolve } of pieces) {
    const end = first + queries.length;
    if (end > rows.length) break;
    resolve(rows.slice(first, end));
    [answered, first] = [answered + 1, end];
  }
  return answered;
}

/** The piece that the statement with this index is of. */
export function pieceAt<One extends Piece>(pieces: readonly One[], index: number): One | undefined {
  let end = 0;
  return pieces.find(({ queries }) => {
    end += queries.length;
    return index >= 0 && index < end;
  });
}
