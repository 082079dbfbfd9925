import type { Readable } from 'node:stream';
import busboy, { type Limits } from 'busboy';
import type { Request } from 'express';
import { FormDigest } from './form-digest.js';

/** Handlers of a form's parts as they arrive; a file may still be being read when the next part comes. */
export interface FormParts {
  field(name: string, value: string): void;
  /**
   * Reads the file to its end; when it fails, so does reading the form. A file at its limit emits `limit` and is cut off.
   * @param encoding that the part says to have, which nobody takes away
   */
  file(name: string, file: Readable, filename: string, encoding: string): Promise<unknown>;
}

/** The body is no multipart form, or the client went away before it was sent whole; its message says what else is wrong, if anything. */
export class BadForm extends Error {}

/** The digests of forms that are compared; those that were read, or are being read. */
const digests = new WeakMap<Request, FormDigest>();
const read = new WeakSet<Request>();

/** Has a digest made of a form when it is read. */
export function digested(request: Request): void {
  digests.set(request, new FormDigest());
}

/** The digest of what was read of such a form; null of others. */
export function digestOf(request: Request): string | null {
  return digests.get(request)?.toString() ?? null;
}

/** Reads a form that nobody has read, for its digest alone; one that can't be read is like no other. */
export async function readForDigest(request: Request): Promise<void> {
  if (read.has(request)) return;
  const unread = { field: () => undefined, file: async (_: string, file: Readable) => void file.resume() };
  await readForm(request, {}, unread).catch(() => digests.get(request)?.field('', 'cut off'));
}

/**
 * Reads a multipart form while it arrives, within busboy's limits. A request without a body is a form without parts.
 * @throws BadForm; what reading a file throws
 */
export async function readForm(request: Request, limits: Limits, parts: FormParts): Promise<void> {
  // A client that left while its request waited for a turn sends neither an end nor an error any more.
  if (request.destroyed) throw new BadForm();
  read.add(request);
  if (request.headers['content-type'] === undefined) return;
  const { 'content-encoding': packed = 'identity' } = request.headers;
  if (!/^(?:identity)?$/i.test(packed)) throw new BadForm(`Must be sent as it is, not as ${packed}.`);
  const digest = digests.get(request);
  const parser = parserOf(request, limits);
  const files: Promise<unknown>[] = [];
  try {
    await new Promise<void>((resolve, reject) => {
      const refuse = () => reject(new BadForm());
      parser.on('field', (name, value) => {
        digest?.field(name, value);
        parts.field(name, value);
      });
      parser.on('file', (name, file, { filename = '', encoding }) => {
        digest?.file(name, file);
        const reading = parts.file(name, file, filename, encoding);
        // A file fails by itself only where its form is cut off.
        reading.catch((error) => reject(error === file.errored ? new BadForm() : error));
        file.on('error', () => undefined);
        files.push(reading);
      });
      parser.on('close', resolve).on('error', refuse);
      request.on('close', () => request.complete || refuse());
      request.pipe(parser);
    });
    await Promise.all(files);
  } catch (error) {
    request.unpipe();
    request.resume();
    // Files that are still being read end here too.
    parser.destroy();
    throw error;
  }
}

/** @throws BadForm when the headers name no form, or not where its parts begin */
function parserOf({ headers }: Request, limits: Limits) {
  // Some clients end the header with a semicolon, or leave out the quotes that a boundary with a slash or an equals sign needs.
  const type = headers['content-type']!.replace(/[;\s]+$/, '').replace(/(;\s*boundary=)([^"\s;]+)/i, '$1"$2"');
  try {
    return busboy({ headers: { ...headers, 'content-type': type }, limits });
  } catch {
    throw new BadForm();
  }
}

/** The bytes of a file of a form; null when it reached the limit of its size. The rest is read and forgotten. */
export async function bytesOf(file: Readable): Promise<Buffer | null> {
  let chunks: Buffer[] = [];
  let isWhole = true;
  file.on('limit', () => {
    chunks = [];
    isWhole = false;
  });
  for await (const chunk of file) if (isWhole) chunks.push(chunk as Buffer);
  return isWhole ? Buffer.concat(chunks) : null;
}
