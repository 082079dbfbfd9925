import { Injectable, Logger } from '@nestjs/common';
import { SingleFlight, WorkUnderWay } from '#platform/concurrency';
import { Copies } from '#platform/copies';
import { ProviderFailed } from '../calls/provider-failed.js';
import type { OpenConnection } from '../calls/provider-line.js';
import { CONNECTION_KINDS, type ConnectionKind, SYNCED_KINDS } from '../domain/kinds.js';
import { ConnectionHealth } from '../store/connection-health.js';
import { ConnectionWork, type LeasedWork } from '../store/connection-work.js';
import { EndingConnections } from '../store/ending-connections.js';
import { OpenConnections } from '../store/open-connections.js';

/** A connection's reading under way. */
export interface ReadingUnderWay {
  /** How far the last one came; null at first. */
  readonly progress: unknown;
  /** Aborted once the worker stops, or another has it: end soon, and write nothing more. */
  readonly signal: AbortSignal;
  /** Keeps how far it is, as JSON without anything personal, within a transaction or not. @returns whether this worker still holds it */
  keep(progress: unknown): Promise<boolean>;
}

/**
 * Reads from a connection. A reading that throws is tried again when it is due next; a `ProviderFailed` when the provider said.
 * @returns whether there is more, which is read once others had their turn
 */
export type ConnectionReader = (connection: OpenConnection, reading: ReadingUnderWay) => Promise<boolean>;

/** How many are read at once, half of them of one Group: providers that do not answer hold up no other. */
const AT_ONCE = 8;
/** Milliseconds between two renewals of a lease. */
const RENEWAL = 8_000;
/** The kinds that are only looked at to be forgotten. */
const UNREAD = CONNECTION_KINDS.filter((kind) => !SYNCED_KINDS.includes(kind));

/** Reads what is due, each connection by one worker at a time; forgets those that were deleted. */
@Injectable()
export class ConnectionReaders {
  private readonly log = new Logger('Connections');
  private readonly readers = new Map<ConnectionKind, ConnectionReader>();
  private readonly underWay = new WorkUnderWay(AT_ONCE);
  private readonly stopping = new Set<AbortController>();

  constructor(
    private readonly work: ConnectionWork,
    private readonly connections: OpenConnections,
    private readonly ending: EndingConnections,
    private readonly health: ConnectionHealth,
    private readonly copies: Copies,
  ) {}

  /** Names who reads a kind; each has one, which registers itself when it is made. */
  of(kind: ConnectionKind, reader: ConnectionReader): void {
    this.readers.set(kind, reader);
  }

  /** Begins to read the next one. @param ended called when it has been read @returns whether there may be more to begin */
  async round(ended: () => void): Promise<boolean> {
    if (this.underWay.isFull || this.copies.isSilent) return false;
    const work = await this.work.claim([...this.readers.keys(), ...UNREAD], this.underWay.crowded);
    if (!work) return false;
    const stopping = new AbortController();
    this.stopping.add(stopping);
    this.underWay.begin(work.group_id, () =>
      this.read(work, stopping).finally(() => {
        this.stopping.delete(stopping);
        ended();
      }),
    );
    return true;
  }

  /** Ends what is under way; another worker goes on where it was. */
  async stop(): Promise<void> {
    for (const stopping of this.stopping) stopping.abort();
    await this.underWay.settled();
  }

  private async read(work: LeasedWork, stopping: AbortController): Promise<void> {
    const { signal } = stopping;
    const held = async (progress?: unknown) => {
      const isHeld = await this.work.renew(work, progress);
      if (!isHeld) stopping.abort();
      return isHeld;
    };
    const renewing = new SingleFlight(() => held().catch((error) => this.log.error(error)));
    const renewal = renewing.every(RENEWAL);
    let again: number | null = null;
    let connection: OpenConnection | null = null;
    try {
      connection = await this.connections.one(work.group_id, work.connection_id);
      if (!this.readers.has(work.kind)) {
        again = await this.ending.settle({ ...work, id: work.connection_id });
      } else if (connection?.enabled) {
        const isMore = await this.readers.get(work.kind)!(connection, { progress: work.progress, signal, keep: held });
        if (isMore) again = 0;
      }
    } catch (error) {
      if (error instanceof ProviderFailed && connection) {
        again = error.retryAfter;
        // An answer that does not fit, or a refusal, is no failure of a call, and all the same one of the connection.
        await this.health.note(connection, error.message).catch((trouble) => this.log.error(trouble));
      } else this.log.error(error);
    } finally {
      clearInterval(renewal);
    }
    // A reading that was stopped half-way is due at once, for another worker.
    await this.work.release(work, signal.aborted ? 0 : again).catch((error) => this.log.error(error));
  }
}
