import { type Caller, NotFound, ValidationFailed } from '#platform/kernel';
import { ItemIsFinal, ItemIsOnHold } from './item.errors.js';
import type { ItemEvent } from './item.events.js';
import type { ItemState, KnownItem } from './item.state.js';

export type HoldCommand =
  | {
      type: 'HoldItem';
      caller: Caller;
      reason: string;
      /** ISO 8601; null: until somebody ends it. */
      until: string | null;
      /** The caller's name. */
      by: string | null;
      at: string;
    }
  | { type: 'EndHold'; caller: Caller }
  | { type: 'EndHoldInTime'; at: string };

/** Whether the item is on hold at that time: a hold counts no more when its time is over, whenever that is recorded. */
export function isHeld({ hold }: Pick<KnownItem, 'hold'>, at: string): boolean {
  return hold !== null && (hold.until === null || at < hold.until);
}

/** @throws ItemIsOnHold */
export function mustNotBeHeld(state: KnownItem, at: string): void {
  if (isHeld(state, at)) throw new ItemIsOnHold();
}

/** Puts the item on hold, or changes why or until when. @throws ItemIsFinal; ValidationFailed when it would have ended already */
export function holdItem({ reason, until, by, at }: Extract<HoldCommand, { type: 'HoldItem' }>, state: KnownItem): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  if (state.status === 'anonymized') throw new ItemIsFinal(state.status);
  if (until !== null && until <= at) {
    throw new ValidationFailed([{ field: 'until', code: 'out_of_range', message: 'Must be later than now.' }]);
  }
  const known = isHeld(state, at) ? state.hold : null;
  if (known && known.reason === reason && known.until === until) return [];
  return [{ type: 'ItemHeld', data: { reason, until, since: known?.since ?? at, by } }];
}

/** Ends the hold, if there is one. */
export function endHold(state: KnownItem): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  return holdEnded(state);
}

/** Ends a hold when its time is over. */
export function endHoldInTime(state: ItemState, at: string): ItemEvent[] {
  return state.status === 'absent' || isHeld(state, at) ? [] : holdEnded(state);
}

/** The event that the hold has ended, where there is one. */
export function holdEnded({ hold }: KnownItem): ItemEvent[] {
  return hold === null ? [] : [{ type: 'HoldEnded', data: {} }];
}
