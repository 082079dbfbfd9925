import type { RowError } from './row-errors.js';

/** Remains of a long number, or of a code such as 12E5, and what stands for a formula or a number in a narrow column. */
const [SHORTENED, ERROR] = [/^\d(?:[.,]\d+)?E\+\d{2,3}$/, /^#(?:[¡¿]?\p{Lu}+(?:\/0)?[!?]|N\/[ABD]|NV|##+)$/u];

/** The fields in which a spreadsheet has lost what was meant: nobody notices once they are registered. */
export function lostIn(body: object, path = ''): RowError[] {
  return Object.entries(body).flatMap(([name, value]): RowError[] => {
    if (typeof value === 'object' && value !== null) return lostIn(value, `${path}${name}.`);
    const message = messageFor(value);
    return message === null ? [] : [{ field: `${path}${name}`, code: 'invalid_format', message }];
  });
}

function messageFor(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  if (SHORTENED.test(value)) return 'Was shortened by a spreadsheet: write it in full, in a cell formatted as text.';
  return ERROR.test(value) ? 'Is an error of a spreadsheet: write what is meant.' : null;
}
