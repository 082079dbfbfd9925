import { IncomingMessage, ServerResponse } from 'node:http';
import express, { type Application } from 'express';

/**
 * Requests and responses that are Express's from the beginning: otherwise it gives each its prototype, after which V8 looks up all their
 * properties the slow way.
 */
class ExpressRequest extends IncomingMessage {}
Object.setPrototypeOf(ExpressRequest.prototype, express.request);

export class ExpressResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  /** Headers as they are sent, each with the end of its line: Node checks every other one for every response. */
  lines = '';

  override _storeHeader(firstLine: string, headers: unknown): void {
    super._storeHeader(firstLine + this.lines, headers);
  }
}
Object.setPrototypeOf(ExpressResponse.prototype, express.response);

/** The classes of an application's requests and responses. */
export function messagesOf(app: Application) {
  class Request extends ExpressRequest {}
  class Response<Of extends IncomingMessage> extends ExpressResponse<Of> {}
  const prototypes = { request: Request.prototype, response: Response.prototype };
  for (const prototype of Object.values(prototypes)) Object.assign(prototype, { app });
  Object.assign(app, prototypes);
  return { IncomingMessage: Request, ServerResponse: Response };
}
