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

/** The byte order mark at the beginning of a file; null without one. */
export function markIn(head: Buffer): (typeof MARKS)[number] | null {
  return MARKS.find(([mark]) => head.subarray(0, mark.length).equals(mark)) ?? null;
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
