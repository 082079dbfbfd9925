import type { Request, Response } from 'express';
import { Timeouts } from '#platform/concurrency';
import { Unavailable } from '#platform/kernel';

/** Milliseconds after which a call that has not been answered is given up: its caller has an answer within 15 seconds. */
export const LIMIT = 14_000;

/**
 * Answers 503 when a call takes too long, whatever it waits for: several waits, each bounded, may add up. A body that is being received
 * has limits of its own; the call's time begins when it is there.
 * @param refuse sends the problem document
 */
export function deadline(refuse: (error: Error, request: Request, response: Response) => void, limit = LIMIT) {
  const timeouts = new Timeouts(limit);
  return (request: Request, response: Response): void => {
    const expire = (): void => {
      if (response.headersSent) return;
      if (!request.complete) timeout = timeouts.begin(expire);
      else refuse(new Unavailable('timeout', 'The call took too long. Try again later.'), request, response);
    };
    let timeout = timeouts.begin(expire);
    request.once('end', () => {
      timeouts.end(timeout, expire);
      if (!response.closed) timeout = timeouts.begin(expire);
    });
    response.on('close', () => timeouts.end(timeout, expire));
  };
}
