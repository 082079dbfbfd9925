import { promisify } from 'node:util';
import { brotliDecompress, unzip } from 'node:zlib';
import { ProviderFailed } from './provider-failed.js';

const [zip, brotli] = [promisify(unzip), promisify(brotliDecompress)];
const WAYS: Readonly<Record<string, typeof zip>> = { gzip: zip, 'x-gzip': zip, deflate: zip, br: brotli };

/**
 * The body of an answer that a proxy has packed, though nobody asks for that.
 * @param coding its `Content-Encoding` @param most bytes that it may have
 * @throws ProviderFailed for more, and for what is not packed in this way
 */
export async function unpacked(body: Buffer, coding: string, most: number, name: string): Promise<Buffer> {
  const way = WAYS[coding.trim().toLowerCase()];
  if (!way || body.length === 0) return body;
  try {
    return await way(body, { maxOutputLength: most });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw tooLong(name, most);
    throw new ProviderFailed(`${name} sent an answer that can not be unpacked`);
  }
}

export const tooLong = (name: string, most: number) =>
  new ProviderFailed(`${name} answered with more than ${Math.floor(most / 2 ** 20)} MiB`);
