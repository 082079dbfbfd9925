import { type Caller, NotFound, ValidationFailed } from '#platform/kernel';
import { type ItemEvent, statusChanged } from './item.events.js';
import { paymentWithdrawn } from './item.payment.js';
import type { KnownItem } from './item.state.js';
import { statusAfter } from './item.transitions.js';
import type { Disposal, Handover, ItemStatus } from './item.values.js';

export type LeavingCommand =
  | { type: 'HandOverItem'; caller: Caller; handover: Handover; signature: string | null; at: string }
  | { type: 'DisposeOfItem'; caller: Caller; disposal: Disposal; at: string };

/** @throws NotFound; TransitionNotAllowed; ItemIsOnHold */
export function handOver({ handover, signature, at }: Extract<LeavingCommand, { type: 'HandOverItem' }>, state: KnownItem) {
  const status = mustLeave(state, 'hand over', at);
  return leaving({ type: 'ItemHandedOver', data: { ...handover, signature } }, state, status);
}

/** @throws NotFound; TransitionNotAllowed; ItemIsOnHold; ValidationFailed when it is stored still and nobody said why it has to go */
export function disposeOf({ disposal, at }: Extract<LeavingCommand, { type: 'DisposeOfItem' }>, state: KnownItem) {
  const status = mustLeave(state, 'dispose', at);
  if (at < state.storageExpiresAt && disposal.reason === null) {
    throw new ValidationFailed([{ field: 'reason', code: 'required', message: 'Is required before storage ends.' }]);
  }
  return leaving({ type: 'ItemDisposedOf', data: disposal }, state, status);
}

/** @param by the act that must lead from where the item is */
function mustLeave(state: KnownItem, by: 'hand over' | 'dispose', at: string): ItemStatus {
  if (state.status === 'deleted') throw new NotFound('The item');
  return statusAfter(state, by, at);
}

function leaving(left: ItemEvent, state: KnownItem, status: ItemStatus): ItemEvent[] {
  return [left, ...paymentWithdrawn(state), statusChanged(state, status)];
}
