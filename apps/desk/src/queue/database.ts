import { type DBSchema, openDB } from 'idb';
import type { MeRecord, NewItemRequest } from '#client';

/** A find that waits on this phone. */
export interface WaitingFind {
  /** Its Idempotency-Key, made when it was saved: sent twice, it is registered once. */
  key: string;
  /** The finder: nobody else sends or sees it. */
  userID: number;
  item: NewItemRequest;
  photos: Blob[];
  savedAt: string;
  /** Once the item is registered and photos are still to be sent. */
  itemID?: number;
  photosSent: number;
  /** The refusal of the service, which a person has to look at. */
  refused?: { code: string; fields: string[] };
}

/** The last call that refreshed the session, on this device. */
export interface RefreshCall {
  /** Its Idempotency-Key. */
  key: string;
  isAnswered: boolean;
}

interface Schema extends DBSchema {
  finds: { key: string; value: WaitingFind };
  known: { key: string; value: MeRecord | RefreshCall };
}

/** The desk's data on the device: waiting finds, the person who works here, and how the session was refreshed. Never a token. */
export const database = openDB<Schema>('desk', 1, {
  upgrade(db) {
    db.createObjectStore('finds', { keyPath: 'key' });
    db.createObjectStore('known');
  },
});
