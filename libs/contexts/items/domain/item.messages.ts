import { NothingToRepeat } from '#contexts/records/domain';
import { DomainError, NotFound } from '#platform/kernel';
import { ItemIsFinal } from './item.errors.js';
import type { ItemEvent } from './item.events.js';
import type { KnownItem } from './item.state.js';
import type { ItemStatus, OwnerMessage } from './item.values.js';
import { canBeReached } from './owner.js';

/** The message that tells an owner how things are with the item; none where nothing is to be told. */
const MESSAGE_OF: Partial<Record<ItemStatus, OwnerMessage>> = {
  'waiting-response': 'item-found',
  'pickup-by-guest': 'answer-received',
  'shipment-paid': 'answer-received',
  'pickup-scheduled': 'item-shipment',
  'in-route': 'item-shipment',
  delivered: 'item-shipment',
};

/**
 * Has the owner written to (decisions.md, section 12, Messages).
 * @param text in staff's own words; null sends the message of the status again
 * @throws NothingToRepeat; ItemIsFinal; DomainError `conflict` without a contact
 */
export function writeToOwner(text: string | null, { status, locationID, details, payment }: KnownItem): ItemEvent[] {
  if (status === 'deleted') throw new NotFound('The item');
  if (status === 'anonymized') throw new ItemIsFinal(status);
  if (!canBeReached(details.owner)) throw new DomainError('conflict', 'conflict', 'No contact of the owner is known.');
  const own = payment?.paymentStatus === 'open' && status === 'waiting-response' ? 'answer-received' : MESSAGE_OF[status];
  const message = text === null ? own : 'text';
  if (message === undefined) throw new NothingToRepeat('item', status);
  return [{ type: 'OwnerWrittenTo', data: { locationID, message, text } }];
}
