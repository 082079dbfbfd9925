import type { Meanings } from '#platform/kernel';
import type { KnownItem } from './item.state.js';
import type { Disposal, Handover, Hold } from './item.values.js';

/** The data of the events of an item that only staff cause. */
export interface StaffEvents {
  /** Staff reopened the item; its storage time was extended where it would have ended too soon. */
  ItemReopened: { reason: string; storageExpiresAt: string };
  /** Staff put the item on hold, or changed why or until when. */
  ItemHeld: Hold;
  /** The hold has ended: staff ended it, or its time is over. */
  HoldEnded: Record<string, never>;
  /** The item was handed over; `signature` is a PNG in base64. */
  ItemHandedOver: Handover & { signature: string | null };
  /** The item was disposed of. */
  ItemDisposedOf: Disposal;
}

export const NO_HOLD = { hold: null, heldUntil: null };

/** The meaning of each. */
export const staffEvents = {
  ItemReopened: {
    public: ['storageExpiresAt'],
    state: storedUntil,
    row: ({ storageExpiresAt }) => ({ storageExpiresAt, problemSince: null }),
  },
  ItemHeld: {
    public: ['until', 'since'],
    state: (item, hold) => ({ ...item, hold }),
    row: (hold) => ({ hold, heldUntil: hold.until ?? 'infinity' }),
    stated: ({ reason }) => ({ hold: reason }),
  },
  HoldEnded: {
    public: [],
    state: (item) => ({ ...item, hold: null }),
    row: () => NO_HOLD,
    stated: () => ({ hold: undefined }),
  },
  ItemHandedOver: {
    public: ['identification', 'markMatched'],
    state: (item) => item,
    row({ signature, ...handover }, { at }) {
      return { outcome: 'handed-over' as const, handover: { ...handover, hasSignature: signature !== null, at }, signature };
    },
    // Only that there is one: a signature is not kept here.
    stated: () => ({ outcome: 'handed-over', handover: true }),
  },
  ItemDisposedOf: {
    public: ['method'],
    state: (item) => item,
    row: (disposal, { at }) => ({ outcome: 'disposed' as const, disposal: { ...disposal, at } }),
    stated: () => ({ outcome: 'disposed', disposal: true }),
  },
} satisfies Meanings<KnownItem, StaffEvents>;

export function storedUntil(item: KnownItem, { storageExpiresAt }: { storageExpiresAt: string }): KnownItem {
  return { ...item, storageExpiresAt, regularEnd: storageExpiresAt };
}
