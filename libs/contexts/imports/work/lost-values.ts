import type { RowError } from './row-errors.js';

/** Remains of a long number, or of a code such as 12E5. */
const SHORTENED = /^\d(?:[.,]\d+)?E\+\d{2,3}$/;

/** Signs for a formula without a value, as spreadsheets in the languages of the service write them. */
const ERRORS = new Set(
  (
    'NAME? NOM? NOME? NAAM? NAZWA? NAMN? ¿NOMBRE? N/A N/B N/D NV SAKNAS! REF! ¡REF! BEZUG! RIF! VERW! ADR! REFERENS! ' +
    'VALUE! WERT! VALEUR! VALOR! ¡VALOR! VALORE! WAARDE! ARG! VÄRDEFEL! NUM! ¡NUM! NÚM! ZAHL! NOMBRE! GETAL! LICZBA! ' +
    'OGILTIGT! NULL! NUL! NULO! ¡NULO! NULLO! LEEG! ZERO! SKÄRNING! DIV/0! ¡DIV/0! DEEL/0! DZIEL/0! DIVISION/0! SPILL! ' +
    'CALC!'
  ).split(' '),
);

const isError = (text: string) => text.startsWith('#') && ERRORS.has(text.slice(1));
/** Remains of a number in a column that is too narrow. */
const NARROW = /^#{4,}$/;

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
  return isError(value) || NARROW.test(value) ? 'Is an error of a spreadsheet: write what is meant.' : null;
}
