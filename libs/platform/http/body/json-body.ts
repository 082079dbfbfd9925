import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { RawBodyRequest } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import express from 'express';
import { TooLarge } from '#platform/kernel';
import { isOvergrown } from './json-scan.js';

/** Errors as the parser throws them; `refusalOf` knows their types. */
const fault = (status: number, type: string) => Object.assign(new Error(type), { status, type, expose: true });

function judge(request: RawBodyRequest<IncomingMessage>, _response: unknown, bytes: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') throw fault(415, 'charset.unsupported');
  if (!isUtf8(bytes)) throw fault(400, 'entity.not.utf8');
  if (isOvergrown(bytes)) throw fault(400, 'entity.overgrown');
  request.rawBody = bytes;
}

/**
 * Reads JSON bodies of up to so many bytes into `body`, and keeps the bytes in `rawBody`: retries are recognized by them, since a very deeply nested
 * value can't be serialized again. Any JSON value is accepted: one that is not an object fails validation and is not malformed JSON.
 */
export function jsonBody(limit: number): (request: Request, response: Response) => Promise<void> {
  const parse: RequestHandler = express.json({ limit, strict: false, type: 'application/json', verify: judge });
  return (request, response) =>
    new Promise((resolve, reject) => {
      // Express first reads what is too long to its end.
      if (request.headers['content-length'] === undefined) countBytes(request, limit, reject);
      parse(request, response, (error?: unknown) => {
        if (error !== undefined) reject(error);
        // Express takes the body of a client that has left for read.
        else if ((request as RawBodyRequest<Request>).rawBody === undefined) reject(aborted());
        else resolve();
      });
    });
}

/** The client left before its body was there. */
export const aborted = () => fault(400, 'request.aborted');

export const tooLarge = () => new TooLarge('The body is too large.');

function countBytes(request: Request, limit: number, refuse: (error: Error) => void): void {
  let received = 0;
  request.on('data', (chunk: Buffer) => {
    received += chunk.length;
    if (received > limit) refuse(tooLarge());
  });
}
