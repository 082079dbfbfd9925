import { Injectable } from '@nestjs/common';
import { EventRefused, EventUnreadable } from '../calls/provider-failed.js';
import type { OpenConnection } from '../calls/provider-line.js';
import { type ConnectionKind, KIND_OF } from '../domain/kinds.js';
import type { RawEvent } from '../kinds/connected.js';
import { ConnectionHealth } from '../store/connection-health.js';

/**
 * Takes what came to a connection's `eventsUrl`: verifies it with the provider's adapter, and does what follows.
 * @throws EventRefused for what the provider did not sign, or not now
 */
export type EventTaker = (connection: OpenConnection, event: RawEvent) => Promise<void>;

/** Hands what providers send to the context that it is for: each kind has one, which registers itself when it is made. */
@Injectable()
export class ProviderEvents {
  private readonly takers = new Map<ConnectionKind, EventTaker>();

  constructor(private readonly health: ConnectionHealth) {}

  /** Names who takes the events of a kind. */
  of(kind: ConnectionKind, taker: EventTaker): void {
    this.takers.set(kind, taker);
  }

  /** @throws EventRefused; what the taker throws, so that the provider sends it again */
  async take(connection: OpenConnection, event: RawEvent): Promise<void> {
    const taker = this.takers.get(KIND_OF[connection.provider]);
    if (!taker) return;
    try {
      await taker(connection, event);
    } catch (error) {
      const why = error instanceof EventUnreadable ? error.why : error instanceof EventRefused ? error.message : null;
      if (why !== null) await this.health.note(connection, `An event was refused: ${why}`);
      throw error;
    }
    await this.health.note(connection, null);
  }
}
