import { Injectable } from '@nestjs/common';
import { Keyring, type SealedColumn } from '#platform/secrets';

const PURPOSE = 'import-row';

/** A row of an import. */
interface RefusedRow {
  group_id: number;
  import_id: number;
  row: number;
}

const context = ({ group_id, import_id, row }: RefusedRow) => `${PURPOSE}/${group_id}/${import_id}/${row}`;

export const SEALED_REFUSED_CELLS: SealedColumn = {
  table: 'import_refusals',
  key: ['group_id', 'import_id', 'row'],
  column: 'sealed_cells',
  purpose: PURPOSE,
  context,
};

/** Seals what stood in refused rows, which holds what guests are called. */
@Injectable()
export class RefusedCells {
  constructor(private readonly keyring: Keyring) {}

  seal(row: RefusedRow, cells: readonly string[]): Buffer {
    return this.keyring.of(PURPOSE).seal(JSON.stringify(cells), context(row));
  }

  open(row: RefusedRow, sealed: Buffer): string[] {
    return JSON.parse(this.keyring.of(PURPOSE).open(sealed, context(row)).toString());
  }
}
