import { isUtf8 } from 'node:buffer';
import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type RawBodyRequest, UnsupportedMediaTypeException } from '@nestjs/common';
import type { Request } from 'express';
import { TooLarge } from '#platform/kernel';
import { JsonScan } from './json-scan.js';

/** Errors as the parsers of Express throw them; `refusalOf` knows their types. */
const fault = (type: string) => Object.assign(new Error(type), { status: 400, type, expose: true });

/** The client left before its body was there. */
export const aborted = () => fault('request.aborted');

export const tooLarge = () => new TooLarge('The body is too large.');

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Parses a body of so many bytes, maybe later. */
export type InTurn = (bytes: number, parse: () => void) => Promise<void>;

/**
 * Reads a JSON body of at most `limit` bytes into `body`, and keeps the bytes in `rawBody`: retries are recognized by them, since a very
 * deeply nested value can't be serialized again. Any JSON value is accepted: one that is not an object fails validation, but is not
 * malformed. A body that is too long or overgrown is refused while it arrives, and its rest left unread; `express.json` reads all of it.
 * @throws TooLarge, UnsupportedMediaTypeException, or what is malformed
 */
export async function readJson(request: RawBodyRequest<Request>, limit: number, inTurn: InTurn): Promise<void> {
  const scan = new JsonScan();
  const bytes = await received(request, decoderOf(request), limit, scan);
  if (!isUtf8(bytes)) throw fault('entity.not.utf8');
  request.rawBody = bytes;
  await inTurn(bytes.length, () => {
    // Nobody waits for the answer any more.
    if (request.socket.destroyed) throw aborted();
    const text = bytes.toString('utf8', hasMark(bytes) ? 3 : 0);
    try {
      request.body = text === '' ? {} : JSON.parse(text);
    } catch {
      throw fault('entity.parse.failed');
    }
    if (keysIn(request.body) < scan.keys) throw fault('entity.doubled');
  });
}

/** How many keys a parsed text has: of one that was given twice, only the last is left. Without recursion, as it may be very deep. */
function keysIn(value: unknown): number {
  const values = [value];
  let keys = 0;
  for (let one = values.pop(); one !== undefined; one = values.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const within: unknown[] = Array.isArray(one) ? one : Object.values(one);
    if (within !== one) keys += within.length;
    for (const part of within) if (typeof part === 'object') values.push(part);
  }
  return keys;
}

function received(request: Request, decoder: Transform | null, limit: number, scan: JsonScan): Promise<Buffer> {
  if (request.destroyed) throw aborted();
  const source = decoder ? request.pipe(decoder) : request;
  const chunks: Buffer[] = [];
  let length = 0;
  return new Promise((resolve, reject) => {
    const stop = () => {
      source.off('data', take);
      request.off('close', leave);
    };
    const refuse = (error: Error) => {
      stop();
      request.unpipe().pause();
      decoder?.destroy();
      reject(error);
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) return refuse(tooLarge());
      if (scan.isOvergrown(chunk)) return refuse(fault('entity.overgrown'));
      chunks.push(chunk);
    };
    // The request of a body that is there closes before it is decoded.
    const leave = () => request.complete || refuse(aborted());
    source.on('data', take).once('end', () => {
      stop();
      resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length));
    });
    request.once('close', leave);
    decoder?.once('error', () => refuse(fault('entity.undecodable')));
  });
}

/** The decoder of the body's encoding, if it has one. @throws UnsupportedMediaTypeException also where the text is not in UTF-8 */
function decoderOf({ headers }: Request): Transform | null {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  // Many clients write the name as programming languages do, or that of the part of it that they use.
  if (!/^(?:utf-?8|us-ascii)$/i.test(charset)) throw new UnsupportedMediaTypeException('JSON is UTF-8.');
  const encoding = headers['content-encoding']?.toLowerCase() || 'identity';
  if (encoding === 'identity') return null;
  const decoder = DECODERS[encoding];
  if (!decoder) throw new UnsupportedMediaTypeException('Bodies are encoded as gzip, deflate, br or not.');
  return decoder();
}

/** Whether the text begins with a byte order mark. */
const hasMark = (bytes: Buffer) => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
