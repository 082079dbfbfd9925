import type { Actor } from '#platform/kernel';
import type { DomainEvent } from './decider.js';

/** Identifies one stream: every key starts with the Group. */
export interface StreamID {
  groupID: number;
  /** The kind of record, such as `item`. */
  type: string;
  id: number;
}

/** A stored event, with personal data decrypted (null once the subject was erased). */
export type Recorded<Event extends DomainEvent = DomainEvent> = Event & {
  stream: StreamID;
  /** Counts from 1 inside the stream; the record's ETag. */
  version: number;
  /** When it happened, by the service's clock: ISO 8601, UTC. */
  at: string;
  actor: Actor;
  requestID: string | null;
  /** Where the call came from, for what is written together with it: it is not stored. */
  address?: string | null;
};

/** An event as it is stored: the value of a field that is personal is sealed. */
export interface StoredEvent extends DomainEvent {
  data: Readonly<Record<string, unknown>>;
  version: number;
  /** ISO 8601, UTC. */
  at: string;
}

/** The caller and call that caused the events; stored with them for the audit trail. */
export interface Cause {
  actor: Actor;
  requestID: string | null;
  /** Where the call came from; it is not stored. */
  address?: string | null;
}

/** The service itself acts, because something is due and not on a request. */
export const BY_ITSELF: Cause = { actor: { type: 'system' }, requestID: null };
