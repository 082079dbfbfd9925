import { TransitionNotAllowed } from '#contexts/records/domain';
import { NotFound, namesIn } from '#platform/kernel';
import type { Owner } from './item.details.js';
import { ItemIsMatched } from './item.errors.js';
import { type ItemEvent, ownerKnows, statusChanged } from './item.events.js';
import { paymentWithdrawn } from './item.payment.js';
import { type KnownItem, reaches, statusWithoutGuest } from './item.state.js';
import { leadsFrom } from './item.transitions.js';
import { canBeReached } from './owner.js';

/** The guest who made a Request, as the Request has it. */
export interface Guest {
  name: string | null;
  email: string | null;
  phoneNumber: string | null;
}

/**
 * An item without a contact takes the guest's (decisions.md, section 12), also if its contact bounced, or said that it is not theirs.
 * @throws ItemIsMatched when another Request has it
 */
export function matchItem(requestID: number, guest: Guest, state: KnownItem): ItemEvent[] {
  if (state.status === 'deleted') throw new NotFound('The item');
  if (state.status === 'anonymized') throw new TransitionNotAllowed('item', state.status, 'matched');
  if (state.match?.requestID === requestID) return [];
  if (state.match) throw new ItemIsMatched();
  const owner = ownerFrom(guest, state);
  const matched: ItemEvent = { type: 'ItemMatched', data: { requestID, ...(owner && { owner }) } };
  // The match sends the guest a message: a second one about the item would be one too many.
  const waits = owner !== null && reaches(state, owner) && leadsFrom(state.status, 'match');
  return waits ? [matched, ownerKnows(statusChanged(state, 'waiting-response'))] : [matched];
}

/** Takes back what the match gave; an item with a contact of its own keeps its status (decisions.md, section 12). */
export function unmatchItem(requestID: number, state: KnownItem): ItemEvent[] {
  if (state.match?.requestID !== requestID) return [];
  const status = statusWithoutGuest(state);
  if (status === null) return [matchEnded(state)];
  const ended = [...paymentWithdrawn(state), matchEnded(state)];
  return leadsFrom(state.status, 'unmatch') ? [...ended, statusChanged(state, status)] : ended;
}

/** The event that the match has ended, with the owner as known before it. */
export function matchEnded({ match, details: { owner } }: KnownItem): ItemEvent {
  if (!match?.before) return { type: 'ItemUnmatched', data: {} };
  const { firstName, lastName, contactEmail, phoneNumber, address } = match.before.owner;
  return { type: 'ItemUnmatched', data: { owner: { ...owner, firstName, lastName, contactEmail, phoneNumber, address } } };
}

/** The owner with the guest's name and contact; null if the item keeps the owner it has. */
function ownerFrom({ name, email, phoneNumber }: Guest, { status, details: { owner } }: KnownItem): Owner | null {
  const isReachable = email !== null || phoneNumber !== null;
  if (canBeReached(owner) && !(isReachable && leadsFrom(status, 'match'))) return null;
  if (!isReachable && name === null) return null;
  return { ...owner, ...(name !== null && namesIn(name)), contactEmail: email, phoneNumber };
}
