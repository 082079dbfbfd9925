import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cellsOf, NoCsv, type RawRow, RowReader } from './row-reader.js';

const text = (bytes: Buffer) => bytes.toString();

/** The rows of a file that arrives in pieces of the sizes. */
function rowsOf(file: string, delimiter: string, sizes: readonly number[] = []) {
  const [reader, bytes] = [new RowReader(delimiter), Buffer.from(file)];
  const rows: RawRow[] = [];
  let from = 0;
  for (const size of [...sizes, bytes.length]) {
    rows.push(...reader.add(bytes.subarray(from, from + size)));
    from += size;
  }
  return [...rows, ...reader.end()];
}

const cells = (file: string, sizes?: number[]) => rowsOf(file, ';', sizes).map((row) => cellsOf(row, text));

describe('the rows of a file', () => {
  it.each([
    [
      'CRLF, LF and CR in one file',
      'a;b\r\nc;d\ne;f\rg;h\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
        ['g', 'h'],
      ],
    ],
    ['blank lines of each kind', 'a\r\n\r\n\n\r;\n', [['a'], [''], [''], [''], ['', '']]],
    ['a last line without an end', 'a\rb', [['a'], ['b']]],
    ['line breaks of each kind in quotes', '"a\r\nb";"c\rd\ne"\r"f"', [['a\r\nb', 'c\rd\ne'], ['f']]],
    ['spaces beside quotes', ' "a; b" ;\t"c"; "d" e;"f" "g"\n"h"  \r\n', [['a; b', 'c', ' "d" e', '"f" "g"'], ['h']]],
    ['quotes behind backslashes', '"a \\"b\\"";"C:\\";"c\\d"e"\n', [['a "b"', 'C:\\', '"c\\d"e"']]],
    ['quotes that are doubled, and ones in the middle of a cell', '"a ""b""";"";c"d";"e"f', [['a "b"', '', 'c"d"', '"e"f']]],
    [
      'separators at the end of a line',
      'a;b;\nc;;\n',
      [
        ['a', 'b', ''],
        ['c', '', ''],
      ],
    ],
    ['short rows', 'a;b\nc\n', [['a', 'b'], ['c']]],
    ['nothing', '', []],
  ])('are separated in %s', (_what, file, rows) => {
    expect(cells(file)).toEqual(rows);
    expect(cells(file, Array(file.length).fill(1))).toEqual(rows);
  });

  it('are blank with nothing but blanks in their cells, in quotes or not', () => {
    const blank = rowsOf('\n ; \t;\n"";" "\n"\n"\n ;x\n"";"0"\n\u00a0\n\x1a', ';').map(({ isBlank }) => isBlank);
    expect(blank).toEqual([true, true, true, true, false, false, false, true]);
  });

  it('are none with a quote that is never closed, or of more than a mebibyte', () => {
    expect(() => rowsOf('a;"b\nc', ';')).toThrow(NoCsv);
    expect(() => rowsOf(`a\n${'x'.repeat(1024 * 1024 + 1)}`, ';')).toThrow(NoCsv);
    expect(rowsOf(`a\n${'x'.repeat(1024 * 1024 - 2)}`, ';', [2])).toHaveLength(2);
  });

  it('are those of csv-parse, wherever what arrives is cut, and each begins where the one before has ended', () => {
    const sign = fc.constantFrom('a', 'ß', '"', '"', ';', '\n', '\r', '\r\n', ' ');
    // Where a file ends with spaces, csv-parse has no row of them.
    const files = fc.string({ unit: sign, maxLength: 30 }).map((text) => `${text}\nz`);
    fc.assert(
      fc.property(files, fc.array(fc.integer({ min: 0, max: 5 })), (file, sizes) => {
        let rows: ReturnType<typeof rowsOf>;
        try {
          rows = rowsOf(file, ';', sizes);
        } catch {
          expect(() => parse(file, OPTIONS)).toThrow('Quote');
          return;
        }
        // What stands behind a closed quote csv-parse writes otherwise.
        const bare = (all: string[][]) => all.map((row) => row.map((cell) => cell.replaceAll('"', '').trim()));
        expect(bare(rows.map((row) => cellsOf(row, text)))).toEqual(bare(parse(file, OPTIONS)));
        const rest = rows.map(({ end }) => Buffer.from(file).subarray(end).toString());
        for (const [index, from] of rest.entries())
          expect(cells(from)).toEqual(rows.slice(index + 1).map((row) => cellsOf(row, text)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('have the texts that were written', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ß', '"', ';', '\n', '\r', ' '), maxLength: 8 });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 })), (rows) => {
        expect(cells(stringify(rows, { delimiter: ';', quoted_match: /\r/ }))).toEqual(rows);
      }),
    );
  });
});

const OPTIONS = {
  delimiter: ';',
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_quotes: true,
  relax_column_count: true,
  ltrim: true,
};
