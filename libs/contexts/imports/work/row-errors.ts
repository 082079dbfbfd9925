import { refusalOf } from '#platform/http';

/** Why a row was refused: a field's code, or that of the problem that registering it would have been answered with. */
export interface RowError {
  field: string;
  code: string;
  message: string;
}

/** The fields that problems without a list of fields are about. */
const ABOUT: Readonly<Record<string, string>> = { external_id_taken: 'externalID', location_deactivated: 'locationID' };

/** What is wrong with a row; no guest's data is repeated. */
export function rowErrors(error: unknown): RowError[] {
  const { code, detail, errors = [] } = refusalOf(error);
  return errors.length > 0 ? errors : [{ field: ABOUT[code] ?? '', code, message: detail }];
}
