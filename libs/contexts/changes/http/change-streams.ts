import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { CALLER_RESOLVER, type CallerResolver, ContextApis, RateLimited } from '#platform/http';
import { DomainError, Unavailable } from '#platform/kernel';
import { ChangeListing } from '../listing/change-listing.js';
import type { ChangeRow } from '../read-model/change.entity.js';
import { ChangeQueries } from '../read-model/change.queries.js';
import { changeRecord } from './change.records.js';
import { type ChangeEvent, ChangeStream, type Opening } from './change-stream.js';
import { ChangeCursors } from './cursors.js';

/** How often new changes are looked for, and callers are checked, in milliseconds. */
const PAUSE = 500;

/** Maximum streams per process and per Group. */
const [MOST, MOST_OF_GROUP] = [2_000, 1_000];

/** Maximum changes per read for all streams of a Group. */
const BATCH = 500;

/** Maximum changes per read of a stream that catches up. */
const PAGE = 200;

/** The streams of a Group that keep up: all have everything up to a number. */
interface Following {
  position: number;
  streams: Set<ChangeStream>;
}

/** All streams of this process. New changes are read once for all that follow a Group; who is behind catches up by pages first. */
@Injectable()
export class ChangeStreams implements BeforeApplicationShutdown {
  private readonly log = new Logger(ChangeStreams.name);
  private readonly streams = new Set<ChangeStream>();
  private readonly groups = new Map<number, Following>();
  private isStopped = false;
  /** Periodic work of this process while it has streams. */
  private readonly running = new Set<'look' | 'check'>();

  constructor(
    private readonly listing: ChangeListing,
    private readonly changes: ChangeQueries,
    private readonly cursors: ChangeCursors,
    private readonly apis: ContextApis,
    @Inject(CALLER_RESOLVER) private readonly callers: CallerResolver,
  ) {}

  /** Begins a stream on the response. @throws RateLimited, Unavailable when there are too many */
  open(opening: Opening): void {
    this.checkRoom(opening.caller.group.id);
    const stream = new ChangeStream(opening, this.cursors);
    this.streams.add(stream);
    stream.begin(() => this.streams.delete(stream));
    if (opening.request.method === 'HEAD') {
      stream.end();
      return;
    }
    this.wake();
    void this.serve(stream);
  }

  /** Ends all streams at once: their readers connect to another process, or to the next release. */
  beforeApplicationShutdown(): void {
    this.isStopped = true;
    for (const stream of this.streams) stream.end();
  }

  private checkRoom(groupID: number): void {
    if (this.isStopped) throw new Unavailable('not_ready', 'The service is being stopped. Connect again.');
    if (this.streams.size >= MOST) throw new Unavailable('busy', `There are ${MOST} streams already. Try again later.`);
    const own = [...this.streams].filter(({ caller }) => caller.group.id === groupID);
    if (own.length >= MOST_OF_GROUP) throw new RateLimited(5);
  }

  /** Brings a stream up to date, lets it follow, and again whenever it fell behind. */
  private async serve(stream: ChangeStream): Promise<void> {
    try {
      while (stream.isOpen) {
        await stream.drained();
        const { caller, filters, position } = stream;
        const beginning = (await this.changes.begin(caller.group.id, { number: position }))!;
        const page = await this.changes.page(caller, filters, beginning, PAGE);
        stream.send(
          page.changes.map((row) => this.eventOf(row)),
          page.next,
        );
        if (!page.hasMore) await this.follow(stream, beginning.last);
      }
    } catch (error) {
      this.log.warn(new Error('A stream of changes was ended.', { cause: error }));
      stream.end();
    }
  }

  /**
   * Has the stream follow its Group until it falls behind; not at all while others have more than it. A stream may itself be ahead of the
   * listing, in a database that was restored from an earlier state: it waits for what comes behind its place.
   * @param last the last number of the listing, as it was read for the stream
   */
  private async follow(stream: ChangeStream, last: number): Promise<void> {
    const groupID = stream.caller.group.id;
    const following = this.groups.get(groupID) ?? { position: Math.min(stream.position, last), streams: new Set() };
    if (stream.position < following.position) return pause(PAUSE);
    this.groups.set(groupID, following);
    following.streams.add(stream);
    await stream.followed();
    following.streams.delete(stream);
    if (following.streams.size === 0) this.groups.delete(groupID);
  }

  private wake(): void {
    void this.again('look');
    void this.again('check');
  }

  /** Each by itself: when the last stream has gone, the one may end while the other still runs for a new stream. */
  private async again(work: 'look' | 'check'): Promise<void> {
    if (this.running.has(work)) return;
    this.running.add(work);
    let isFailing = false;
    while (this.streams.size > 0) {
      try {
        await this[work]();
        isFailing = false;
      } catch (error) {
        if (!isFailing) this.log.warn(new Error('Changes could not be read; it is tried again.', { cause: error }));
        isFailing = true;
      }
      await pause(PAUSE);
    }
    this.running.delete(work);
  }

  private async look(): Promise<void> {
    await this.listing.catchUp();
    await Promise.all([...this.groups].map(([groupID, following]) => this.deliver(groupID, following)));
  }

  /** Sends new changes to all that follow; again at once while there are many. */
  private async deliver(groupID: number, following: Following): Promise<void> {
    for (;;) {
      const rows = await this.changes.behind(groupID, following.position, BATCH);
      if (rows.length === 0) return;
      const events = rows.map((row) => this.eventOf(row));
      following.position = Number(rows.at(-1)!.number);
      for (const stream of following.streams) stream.receive(events, following.position);
      if (rows.length < BATCH) return;
    }
  }

  /** Ends the streams of tokens that have ended, and gives the others what their callers have access to now. */
  private async check(): Promise<void> {
    const now = performance.now();
    for (const stream of this.streams) stream.beat(now);
    await Promise.all([...this.streams].map((stream) => this.checkCaller(stream)));
  }

  private async checkCaller(stream: ChangeStream): Promise<void> {
    try {
      const caller = await this.callers.resolve(stream.authorization, stream.caller.requestID ?? '');
      if (this.apis.allows(caller, 'items.read')) stream.caller = caller;
      else stream.end();
    } catch (error) {
      // Where it can't be told, for instance without a database, nothing is sent either.
      if (error instanceof DomainError && error.kind === 'unauthenticated') stream.end();
    }
  }

  private eventOf(row: ChangeRow): ChangeEvent {
    const record = changeRecord(this.cursors, row);
    return { row, text: `event: change\nid: ${record.cursor}\ndata: ${JSON.stringify(record)}\n\n` };
  }
}
