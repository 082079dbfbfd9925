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

/**
 * The first rows of a CSV.
 * @param chosen what it is written in; else what its mark says, UTF-8, or what is usual at its Location
 */
export async function sheetOf(file: File, chosen: Encoding | null, usual: Encoding | null): Promise<Sheet> {
  const bytes = new Uint8Array(await file.slice(0, HEAD).arrayBuffer());
  const encoding = chosen ?? encodingOf(bytes, usual);
  // Some programs write the mark twice, or behind the line of the separator.
  const text = new TextDecoder(encoding ?? 'windows-1252').decode(bytes).replaceAll('\ufeff', '');
  const [said, plain, quoted] = /^(?:sep=([^\w\s"]|\t)\1*|"sep=([^\w\s"]|\t)"\2*)[ \t]*(?:\r\n?|\n|$)/i.exec(text) ?? [''];
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

function rowsOf(text: string, separator: string): string[][] {
  const sign = separator.replace(/[\\\]^|-]/, String.raw`\$&`);
  const cell = new RegExp(`(?: *"((?:[^"]|"")*)" *(?=[${sign}\r\n]|$)|([^${sign}\r\n]*))([${sign}]|\r\n?|\n|$)`, 'gy');
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.matchAll(cell)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === separator) continue;
    if (rows.at(-1)!.every((one) => one.trim() === '')) rows.pop();
    if (end === '' || rows.length > ROWS) break;
    rows.push([]);
  }
  return rows;
}
