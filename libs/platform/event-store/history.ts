/** A record as read: its state after all of its events, and what its next events need to know. */
export interface History<State = unknown> {
  state: State;
  version: number;
  /** When its last event happened, where that is known. */
  at?: string;
  /** The version of the event that last erased its personal data, or 0. */
  erasure: number;
  /** Bytes of all its events as they are stored. */
  bytes: number;
  /** The subject's key as stored, or null. */
  sealedKey: Buffer | null;
  /** Events and bytes read behind the last snapshot. */
  read: { events: number; bytes: number };
}
