import { ValidationFailed } from '#platform/kernel';

export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** A cell whose bytes were read as Latin-1, one character each. Files in UTF-16 are stored in UTF-8. */
export function decoded(cell: string, encoding: Encoding): string {
  return new TextDecoder(encoding === 'windows-1252' ? encoding : 'utf-8').decode(Buffer.from(cell, 'latin1'));
}

/** A file in UTF-16 (little-endian), in UTF-8 without BOM. @throws ValidationFailed where it is no UTF-16 */
export async function* inUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-16le', { fatal: true });
  const read = (chunk?: Buffer) => {
    try {
      return Buffer.from(decoder.decode(chunk, { stream: chunk !== undefined }));
    } catch {
      throw new ValidationFailed([{ field: 'file', code: 'invalid_format', message: 'Must be text in UTF-16 (little-endian).' }]);
    }
  };
  for await (const chunk of chunks) yield read(chunk);
  yield read();
}
