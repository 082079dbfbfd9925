import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unguarded } from './guards.js';
import { csvLines } from './lines.js';

const CALCULATED = /^[=+\-@\t\r]/;
const text = fc.string({ unit: fc.constantFrom(...`=+-@';,|"a\t\n\r `, '\r\n'), maxLength: 10 });
const rows = fc.array(fc.array(text, { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 3 });

describe.each([',', ';', '\t'])('texts in a CSV separated by %j', (delimiter) => {
  const read = (csv: string, by: string): string[][] =>
    parse(csv, { delimiter: by, record_delimiter: ['\r\n', '\n', '\r'], relax_quotes: true, relax_column_count: true });

  it('begin no formula, whoever reads them by commas, semicolons, tabs or lines', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const csv = csvLines(given, delimiter);
        for (const cell of read(csv, delimiter).flat()) expect(cell).not.toMatch(CALCULATED);
        for (const by of [',', ';', '\t', '\n'].filter((sign) => sign !== delimiter)) {
          // The plainest reader splits, and the most lenient one takes a doubled quote for an empty text.
          const pieces = csv.split(by === '\n' ? /\r\n|[\r\n]/ : new RegExp(`\r\n|[\r\n${by}]`));
          for (const piece of pieces) {
            // A tab that separates is no text.
            const begun = delimiter === '\t' ? piece.replace(/^\t+/, '') : piece;
            expect(begun.replace(/^""/, '')).not.toMatch(CALCULATED);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('are the same once they were read again', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const again = read(csvLines(given, delimiter), delimiter).map((row) => row.map((cell) => unguarded(cell, delimiter)));
        expect(again).toEqual(given);
      }),
      { numRuns: 2_000 },
    );
  });
});

it.each([
  [',', 'Ann;=HYPERLINK("x")', `Ann;'=HYPERLINK("x")`],
  [',', 'first\r\n=second\t@third', "first\r\n'=second\t'@third"],
  [',', 'a,=1 b=2', 'a,=1 b=2'],
  [';', 'a,=1;-2', "a,'=1;'-2"],
  [',', "'s-Hertogenbosch;'t Gooi", "''s-Hertogenbosch;''t Gooi"],
])('in a file separated by %j the text %j is the cell %j', (delimiter, given, cell) => {
  expect(parse(csvLines([[given]], delimiter), { delimiter })).toEqual([[cell]]);
});
