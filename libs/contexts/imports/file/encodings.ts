import { isAscii } from 'node:buffer';
import { ValidationFailed } from '#platform/kernel';

/** The encodings of files (decisions.md, section 10, Import). */
export const ENCODINGS = [
  'utf-8',
  'utf-16le',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'windows-1253',
  'windows-1254',
  'windows-1256',
  'shift_jis',
  'gbk',
] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The bytes that Windows-1252 does not have. Decoders make control characters of them. */
export const NOT_IN_1252 = [0x81, 0x8d, 0x8f, 0x90, 0x9d];

/** The first bytes of a file that tell its encoding; UTF-16 the other way round is named so that it can be refused in words. */
const MARKS: readonly (readonly [mark: Buffer, encoding: Encoding | 'utf-16be'])[] = [
  [Buffer.from([0xef, 0xbb, 0xbf]), 'utf-8'],
  [Buffer.from([0xff, 0xfe]), 'utf-16le'],
  [Buffer.from([0xfe, 0xff]), 'utf-16be'],
];

/** The byte order mark at the beginning of a file, and its bytes: some programs write it twice; null without one. */
export function markIn(head: Buffer): { mark: Encoding | 'utf-16be'; length: number } | null {
  const [bytes, mark] = MARKS.find(([one]) => head.indexOf(one) === 0) ?? [];
  if (!bytes || !mark) return null;
  let length = bytes.length;
  while (mark === 'utf-8' && head.indexOf(bytes, length) === length) length += bytes.length;
  return { mark, length };
}

/**
 * Signs, their bytes read as Latin-1, where no text has them that was written in the code page: within words those of DOS, of the Mac and
 * of ISO 8859, and what the first bytes of letters in UTF-8 are there. A file put together from two is not in UTF-8 either.
 */
const [BEFORE, BEHIND] = ['[A-Za-z\\x8a\\x9a\\xc0-\\xff]', '[a-z\\xe0-\\xff]'];
const WITHIN = `${BEFORE}(?:[\\x82\\x84]|[\\x86-\\x89\\x8b\\x94\\x9b\\xa1\\xa2\\xa6\\xa7\\xb1\\xb6]${BEHIND})|\\xa4|\\xe2[\\x80\\x82]`;
const CAPITALS = `[a-z][\\x8a\\x8c\\x8e\\x9f]|${BEFORE}[\\x8a\\x8c\\x8e\\x9f\\xa3\\xbd]${BEHIND}`;
/** A quote may stand behind a capital letter. */
const SECOND = '[\\x80-\\x92\\x95-\\xbf]';
const WESTERN = new RegExp(`${WITHIN}|${CAPITALS}|[\\xc2\\xc3]${SECOND}|\\xed[\\xa0-\\xbf]{2}|\\xf0\\x9f`);
const UNLIKELY: readonly (readonly [encodings: readonly Encoding[], signs: RegExp])[] = [
  [['windows-1252', 'windows-1254'], WESTERN],
  [['windows-1250'], new RegExp(`${WITHIN}|[\\xc2-\\xc5]${SECOND}`)],
];

/** The encodings that a file with these bytes is hardly written in. */
export function unlikelyFor(bytes: Buffer): readonly Encoding[] {
  const text = isAscii(bytes) ? '' : bytes.toString('latin1');
  return UNLIKELY.flatMap(([encodings, signs]) => (signs.test(text) ? encodings : []));
}

/** Files in Windows-1252 are stored as they came, all others in UTF-8. */
export function isStoredAsItCame(encoding: Encoding): boolean {
  return encoding === 'utf-8' || encoding === 'windows-1252';
}

/** Reads the bytes of a stored file as text. */
export function readerOf(encoding: Encoding): (bytes: Buffer) => string {
  const decoder = new TextDecoder('windows-1252');
  return encoding === 'windows-1252' ? (bytes) => decoder.decode(bytes) : (bytes) => bytes.toString();
}

/** Characters that stand for bytes that a code page does not have: controls, and private use. */
const NOWHERE = /[\x80-\x9f\u{E000}-\u{F8FF}]/u;

/**
 * A file in UTF-8, without BOM. Elsewhere a byte of a letter may look like a separator, and a line break has two bytes.
 * @throws ValidationFailed where it has bytes that the encoding does not have
 */
export async function* inUtf8(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const read = (chunk?: Buffer) => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined });
      if (encoding === 'utf-16le' || !NOWHERE.test(text)) return Buffer.from(text);
    } catch {}
    throw notWrittenIn(encoding);
  };
  for await (const chunk of chunks) yield read(chunk);
  yield read();
}

/** A file with bytes that are not of its encoding. */
export function notWrittenIn(encoding: Encoding): ValidationFailed {
  const message = `Has bytes that ${encoding} does not have: say its \`encoding\`, or save it as "CSV UTF-8".`;
  return new ValidationFailed([{ field: 'file', code: 'invalid_format', message }]);
}
