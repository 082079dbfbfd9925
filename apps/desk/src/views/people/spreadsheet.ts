import type { ImportRecord } from '#client';

export type Encoding = ImportRecord['encoding'];

/** The encodings of files, by the names that programs give them. */
export const ENCODINGS: readonly (readonly [encoding: Encoding, name: string])[] = [
  ['utf-8', 'UTF-8'],
  ['utf-16le', 'UTF-16'],
  ['windows-1252', 'Windows-1252'],
  ['windows-1250', 'Windows-1250'],
  ['windows-1251', 'Windows-1251'],
  ['windows-1253', 'Windows-1253'],
  ['windows-1254', 'Windows-1254'],
  ['windows-1256', 'Windows-1256'],
  ['shift_jis', 'Shift_JIS'],
  ['gbk', 'GBK'],
];

/** A spreadsheet as it is read, as far as a person wants to see it. */
export interface Sheet {
  /** Null where none is usual that imports read. */
  encoding: Encoding | null;
  header: string[];
  rows: string[][];
}

/** How much of a file is read, in bytes, and how many of its rows. */
const [HEAD, ROWS] = [64 * 1024, 3];

/** As the API reads it. */
const TYPE = /^"?#TYPE [^\s,;"]+"?[ \t]*(?:\r\n?|\n|$)/;
const SAID = /^(?:sep=([!#-/:-@[-`{-~\t])\1*|"sep=([!#-/:-@[-`{-~\t])"\2*)[ \t]*(?:\r\n?|\n|$)/i;

/**
 * The first rows of a CSV.
 * @param chosen what it is written in; else what its mark says, UTF-8, or what is usual at its Location
 */
export async function sheetOf(file: File, chosen: Encoding | null, usual: Encoding | null): Promise<Sheet> {
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const encoding = chosen ?? encodingOf(bytes, usual);
  // Some programs write the mark twice, or behind the line of the separator.
  const text = new TextDecoder(encoding ?? 'windows-1252').decode(bytes).replaceAll('\ufeff', '').replace(TYPE, '');
  const [said, plain, quoted] = SAID.exec(text) ?? [''];
  const body = text.slice(said.length);
  const [names = [], ...rows] = rowsOf(body, plain ?? quoted ?? separatorOf(body));
  return { encoding, header: names.map((name) => name.trim()), rows };
}

function encodingOf(bytes: Uint8Array, usual: Encoding | null): Encoding | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return isWritten('utf-8', bytes) ? 'utf-8' : usual;
}

/** A letter may be cut where what was read ends. */
function isWritten(encoding: Encoding, bytes: Uint8Array): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** The sign that stands most often outside of quotes in the first line that is not blank. */
function separatorOf(text: string): string {
  const lines = text.replaceAll(/"[^"]*"/g, '""').split(/[\r\n]/);
  const line = lines.find((one) => /[^,; \t]/.test(one)) ?? '';
  const times = (sign: string) => line.split(sign).length;
  return [',', ';', '\t'].reduce((most, one) => (times(one) > times(most) ? one : most));
}

/** The rows that are not blank, where the API's reader has them: a quote counts at the beginning of a cell, spaces before it aside. */
function rowsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let [row, start, quoted, fresh, closed]: [string[], number, boolean, boolean, boolean] = [[], 0, false, true, false];
  for (let at = 0; at <= text.length && rows.length <= ROWS; at++) {
    const sign = text[at] ?? '';
    if (sign === '"' && (quoted || fresh)) {
      [fresh, quoted, closed] = [quoted, !quoted, quoted];
    } else if (sign === '' || (!quoted && (sign === separator || /[\r\n]/.test(sign)))) {
      row.push(textOf(text.slice(start, at)));
      [start, fresh, closed] = [at + 1, true, false];
      if (sign === separator) continue;
      if (row.some((one) => one.trim() !== '')) rows.push(row);
      row = [];
    } else if (!quoted && (closed || !/[ \t]/.test(sign))) fresh = false;
  }
  return rows;
}

/** The text in a cell's quotes, which some programs escape by backslashes; a cell with more than that is taken as it stands. */
function textOf(cell: string): string {
  const inner = /^[ \t]*"(.*)"[ \t]*$/s.exec(cell)?.[1];
  if (inner === undefined) return cell;
  if (!inner.replaceAll('""', '').includes('"')) return inner.replaceAll('""', '"');
  return /^(?:[^"\\]|\\.)*$/s.test(inner) ? inner.replaceAll('\\"', '"') : cell;
}
