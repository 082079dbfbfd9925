import { TransitionNotAllowed } from '#contexts/records/domain';
import { type Caller, NotFound, ValidationFailed } from '#platform/kernel';
import type { Disposal, Handover, ItemEvent, ItemStatus, Outcome } from './item.events.js';
import { mustNotBeHeld } from './item.hold.js';
import { paymentWithdrawn } from './item.payment.js';
import { type KnownItem, statusChanged } from './item.state.js';

export type LeavingCommand =
  | { type: 'HandOverItem'; caller: Caller; handover: Handover; signature: string | null; at: string }
  | { type: 'DisposeOfItem'; caller: Caller; disposal: Disposal; at: string };

/** Whether the item can still be handed over or disposed of, unless it is on hold. */
export function mayLeave({ status }: KnownItem): boolean {
  return status !== 'finished' && status !== 'deleted' && status !== 'anonymized';
}

/** @throws NotFound; TransitionNotAllowed; ItemIsOnHold */
export function handOver({ handover, signature, at }: Extract<LeavingCommand, { type: 'HandOverItem' }>, state: KnownItem) {
  mustLeave(state, at);
  return leaving({ type: 'ItemHandedOver', data: { ...handover, signature } }, state);
}

/** @throws NotFound; TransitionNotAllowed; ItemIsOnHold; ValidationFailed when it is stored still and nobody said why it has to go */
export function disposeOf({ disposal, at }: Extract<LeavingCommand, { type: 'DisposeOfItem' }>, state: KnownItem) {
  mustLeave(state, at);
  if (at < state.storageExpiresAt && disposal.reason === null) {
    throw new ValidationFailed([{ field: 'reason', code: 'required', message: 'Is required before storage ends.' }]);
  }
  return leaving({ type: 'ItemDisposedOf', data: disposal }, state);
}

function mustLeave(state: KnownItem, at: string): void {
  if (state.status === 'deleted') throw new NotFound('The item');
  if (!mayLeave(state)) throw new TransitionNotAllowed('item', state.status, 'finished');
  mustNotBeHeld(state, at);
}

function leaving(left: ItemEvent, state: KnownItem): ItemEvent[] {
  return [left, ...paymentWithdrawn(state), statusChanged(state, 'finished')];
}

/** The outcome by status: none when it is only closed; null when the item is here again. */
export function outcomeOf(status: ItemStatus): Outcome | null | undefined {
  if (status === 'delivered') return 'shipped';
  return status === 'finished' || status === 'deleted' || status === 'anonymized' ? undefined : null;
}
