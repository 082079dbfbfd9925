import { refusalOf } from '#platform/http';

/** Why a row was refused: a field's code, or that of the problem that registering it would have been answered with. */
export interface RowError {
  field: string;
  code: string;
  message: string;
}

/** A row that was refused; its cells are null where it had none, or nobody asked for them. */
export interface RefusedRow {
  row: number;
  errors: RowError[];
  cells: string[] | null;
}

/** A row with more cells than the file has columns (decisions.md, section 10, Import). */
export const TOO_MANY_COLUMNS: RowError = {
  field: '',
  code: 'too_many_columns',
  message: 'Has more cells than the file has columns: a separator too many, or one that should stand in quotes.',
};

/** The fields that problems without a list of fields are about. */
const ABOUT: Readonly<Record<string, string>> = { external_id_taken: 'externalID', location_deactivated: 'locationID' };

/** Problems of a row; no guest's data is repeated. */
export function rowErrors(error: unknown): RowError[] {
  const { code, detail, errors = [] } = refusalOf(error);
  return errors.length > 0 ? errors : [{ field: ABOUT[code] ?? '', code, message: detail }];
}
