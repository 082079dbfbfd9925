import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { RawBodyRequest } from '@nestjs/common';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import express from 'express';

/** JSON bodies are at most 1 MiB (decisions.md, section 4). */
const LIMIT = 1024 * 1024;

const parse = express.json({
  limit: LIMIT,
  strict: false,
  type: 'application/json',
  verify: (request: RawBodyRequest<IncomingMessage>, _response, buffer, encoding) => {
    if (encoding === 'utf-8' && !isUtf8(buffer))
      throw Object.assign(new Error('not UTF-8'), { status: 400, type: 'entity.not.utf8' });
    request.rawBody = buffer;
  },
});

/**
 * Parses JSON bodies. A parse error is reported later, so that an unknown path is still 404 and a missing token 401.
 * The bytes are kept in `rawBody`: retries are recognized by them, since a very deeply nested value can't be serialized again.
 * Any JSON value is accepted here: one that is not an object fails validation and is not malformed JSON.
 */
export function jsonBody(): RequestHandler {
  return (request: Request & { bodyFault?: unknown }, response: Response, next: NextFunction) =>
    parse(request, response, (fault?: unknown) => {
      if (fault !== undefined) request.bodyFault = fault;
      next();
    });
}
