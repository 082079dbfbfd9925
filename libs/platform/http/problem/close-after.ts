import type { Request, Response } from 'express';

/** Milliseconds for which what still arrives is read and forgotten. */
const LINGER = 1_000;

/**
 * Sends an answer whose length is set to a request whose body was not read, and closes the connection: when the body has ended, else a little later. A
 * client that is still sending would lose the answer if it were closed at once (`lingering_close` of nginx).
 */
export function closeAfter(answer: Buffer, request: Request, response: Response): void {
  response.set('Connection', 'close');
  if (request.method === 'HEAD') response.flushHeaders();
  else response.write(answer);
  const end = () => {
    clearTimeout(timer);
    response.end();
  };
  const timer = setTimeout(end, LINGER).unref();
  request.once('end', end).once('close', end).resume();
}
