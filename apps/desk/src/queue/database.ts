import type { HandoverRequest, ItemRecord, NewItemRequest, RequestRecord } from '#client';
import { desk, Kept, work } from '../device/kept.js';
import type { Meanwhile } from '../session/meanwhile.js';

/** A photo as the device keeps it: private windows of some browsers keep no Blob. */
export interface WaitingPhoto {
  /** Its Idempotency-Key. */
  key: string;
  type: string;
  bytes: ArrayBuffer;
}

/** Why the service refused something, which a person has to look at. */
export interface Refused {
  code: string;
  fields: string[];
  /** The key of the photo that was refused; none where it was the find. */
  photo?: string | undefined;
  /** The fields that somebody else has changed since it was read. */
  meanwhile?: readonly Meanwhile[];
  /** The version with those changes. */
  etag?: string | undefined;
}

/** A find that waits on this phone. */
export interface WaitingFind {
  key: string;
  /** Its Idempotency-Key where it was mended; else that is `key`, made when the form was shown: sent twice, it is registered once. */
  callKey?: string;
  /** The finder: nobody else sends or sees it. */
  userID: number;
  item: NewItemRequest;
  /** The photos that are not sent yet; earlier releases kept them as files, and counted those that were sent. */
  photos: (WaitingPhoto | Blob)[];
  photosSent?: number;
  savedAt: string;
  /** Whether `foundAt` is by the service's clock. */
  isTimed?: boolean;
  /** Once the item is registered. */
  itemID?: number;
  /** Words that were mended after it was registered. */
  mended?: { item: string; location: string } | undefined;
  refused?: Refused;
}

/** Something done at the desk that waits on this device: it can be undone until it is sent, and cannot be repeated where it is lost. */
export type Deed = {
  key: string;
  /** Its Idempotency-Key. */
  callKey: string;
  userID: number;
  /** The name of the record. */
  title: string;
  at: string;
  /** From when on it is sent, in ms. */
  due: number;
  etag: string;
  refused?: Refused;
} & (
  | { kind: 'hand-over'; id: number; before: ItemRecord; body: HandoverRequest }
  | { kind: 'remove-photo'; id: number; photoID: number; before: ItemRecord }
  | { kind: 'not-found'; id: number; before: RequestRecord }
);

export const finds = new Kept<WaitingFind>(desk, 'finds');
export const deeds = new Kept<Deed>(work, 'deeds');
