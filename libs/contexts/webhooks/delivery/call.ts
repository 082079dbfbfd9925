import type { IncomingHttpHeaders } from 'node:http';
import type { Dispatcher } from 'undici';
import { retryAfterMs } from '#platform/kernel';
import type { AttemptResult } from '../domain/attempt.js';
import { attemptErrorOf } from './attempt-error.js';

/** How many bytes of a response are read and stored. */
const RESPONSE_LIMIT = 16 * 1024;

/** One call, as undici's dispatcher reports on it: its `request` makes a stream, a signal and their listeners for each. */
export class Call implements Dispatcher.DispatchHandler {
  /** The IP address it was sent to. */
  address: string | null = null;
  private readonly started = performance.now();
  private controller: Dispatcher.DispatchController | null = null;
  private hasEnded = false;
  private status: number | null = null;
  private retryAfter: string | undefined;
  private readonly chunks: Buffer[] = [];
  private size = 0;

  /**
   * @param settle called once, when it has ended
   * @param begin called right before it is written
   */
  constructor(
    private readonly settle: (result: AttemptResult) => void,
    private readonly begin: (call: Call) => void,
  ) {}

  /** Ends it, on its way or not. @param problem why it failed; null when its response was read */
  end(problem: unknown): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    this.controller?.abort(STOPPED);
    const { status } = this;
    const isAnswered = problem === null && status !== null;
    this.settle({
      error: isAnswered ? errorOf(status) : attemptErrorOf(problem),
      responseStatus: status,
      responseBody: isAnswered ? this.text() : null,
      retryAfterMs: isAnswered ? retryAfterMs(this.retryAfter, Date.now()) : null,
      address: this.address,
      durationMs: Math.round(performance.now() - this.started),
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.hasEnded) {
      controller.abort(STOPPED);
      return;
    }
    this.controller = controller;
    this.begin(this);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return;
    this.status = status;
    this.retryAfter = headers['retry-after'];
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.chunks.push(chunk);
    this.size += chunk.length;
    // The rest is not read: the socket is dropped.
    if (this.size >= RESPONSE_LIMIT) this.end(null);
  }

  onResponseEnd(): void {
    this.controller = null;
    this.end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController, problem: Error): void {
    this.controller = null;
    this.end(problem);
  }

  private text(): string {
    if (this.size === 0) return '';
    const bytes = Buffer.concat(this.chunks).subarray(0, RESPONSE_LIMIT);
    // A character that the limit cut in two is left out.
    return new TextDecoder().decode(bytes, { stream: this.size > RESPONSE_LIMIT }).replaceAll('\u0000', '');
  }
}

/** undici makes an error with a stack trace where it is given none. */
const STOPPED = new Error('The call was stopped.');

function errorOf(status: number): AttemptResult['error'] {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirect' : 'http_error';
}
