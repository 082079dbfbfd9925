import type { Request, Response } from 'express';
import type { Caller } from '#platform/kernel';
import { reaches } from '#platform/kernel';
import type { ChangeRow } from '../read-model/change.entity.js';
import type { ChangeFilters } from '../read-model/change.queries.js';
import type { ChangeCursors } from './cursors.js';

/** A change with its text as an event, which is made once for all streams. */
export interface ChangeEvent {
  row: ChangeRow;
  text: string;
}

/** Parameters of a stream. */
export interface Opening {
  caller: Caller;
  filters: ChangeFilters;
  /** The number behind which it begins. */
  from: number;
  request: Request;
  response: Response;
}

/** Maximum bytes buffered for a reader. */
const MOST_WAITING = 256 * 1024;

/** Milliseconds without progress after which a reader is disconnected. */
const MAX_WAIT = 30_000;

/** A comment is sent so often, in milliseconds. */
const BEAT = 15_000;

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // For nginx and those that copied it: an event is passed on when it comes.
  'X-Accel-Buffering': 'no',
  // A stream that was ended has nothing to wait for.
  Connection: 'close',
};

/** One reader: what was sent to it, and whether it keeps up. */
export class ChangeStream {
  readonly filters: ChangeFilters;
  readonly authorization: string | undefined;
  caller: Caller;
  private readonly response: Response;
  private beatAt = performance.now();
  private stop: () => void = () => undefined;
  /** Everything up to this number was sent. */
  position: number;
  isOpen = true;

  constructor(
    { caller, filters, from, request, response }: Opening,
    private readonly cursors: ChangeCursors,
  ) {
    this.caller = caller;
    this.position = from;
    this.filters = filters;
    this.authorization = request.headers.authorization;
    this.response = response;
  }

  /** Sends the headers. @param closed called once, when the connection is over */
  begin(closed: () => void): void {
    this.response.once('close', () => {
      this.isOpen = false;
      this.stop();
      closed();
    });
    this.response.on('error', () => undefined);
    this.response.set(HEADERS);
    this.response.flushHeaders();
    this.comment('from here');
  }

  /** Sends what of these changes is for this reader; they are all of the Group's up to a number. */
  receive(events: readonly ChangeEvent[], upTo: number): void {
    for (const { row, text } of events) if (Number(row.number) > this.position && this.wants(row)) this.write(text);
    this.position = Math.max(this.position, upTo);
    if (this.response.writableLength > MOST_WAITING) this.stop();
  }

  /** Sends changes that were chosen for this reader. */
  send(events: readonly ChangeEvent[], upTo: number): void {
    for (const { text } of events) this.write(text);
    this.position = upTo;
  }

  /** Sends the comment that is due every 15 seconds, with the place from which the reader may continue. */
  beat(now: number): void {
    if (now - this.beatAt < BEAT) return;
    this.beatAt = now;
    this.comment('still here');
  }

  /** Returns once the reader has taken what was sent; a reader that doesn't is given up. */
  async drained(): Promise<void> {
    if (!this.isOpen || !this.response.writableNeedDrain) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => this.response.destroy(), MAX_WAIT);
    this.response.once('drain', resolve);
    this.response.once('close', resolve);
    await promise;
    clearTimeout(timer);
    this.response.off('drain', resolve);
    this.response.off('close', resolve);
  }

  /** Returns once it can't follow any longer: it is closed, or too slow. */
  followed(): Promise<void> {
    if (!this.isOpen) return Promise.resolve();
    return new Promise((resolve) => {
      this.stop = resolve;
    });
  }

  /** Ends it; its reader connects again. */
  end(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.stop();
    this.response.end();
    setTimeout(() => this.response.destroy(), 1_000).unref();
  }

  private wants({ subject, location_id }: ChangeRow): boolean {
    const { filters, caller } = this;
    if (filters.subject !== undefined && filters.subject !== subject) return false;
    if (filters.locationID !== undefined && filters.locationID !== location_id) return false;
    return reaches(caller, location_id);
  }

  private comment(text: string): void {
    this.write(`: ${text}\nid: ${this.cursors.write(this.caller.group.id, this.position)}\n\n`);
  }

  private write(text: string): void {
    if (this.isOpen) this.response.write(text);
  }
}
