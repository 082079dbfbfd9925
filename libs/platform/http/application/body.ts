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
 * Reads JSON bodies. What was wrong with one is kept for later, so that an unknown path stays 404 and a missing token 401.
 * The bytes stay at `rawBody`: a retry is known by them, since a value nested without end can't be written again.
 * Any JSON value is read: that it must be an object is said by the fields, not called malformed.
 */
export function jsonBody(): RequestHandler {
  return (request: Request & { bodyFault?: unknown }, response: Response, next: NextFunction) =>
    parse(request, response, (fault?: unknown) => {
      if (fault !== undefined) request.bodyFault = fault;
      next();
    });
}
