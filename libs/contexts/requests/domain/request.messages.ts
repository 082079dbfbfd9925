import { NothingToRepeat } from '#contexts/records/domain';
import { DomainError } from '#platform/kernel';
import type { GuestMessage, RequestEvent } from './request.events.js';
import type { KnownRequest, RequestStatus } from './request.state.js';

/** The message that tells a guest how things are with the Request; none where nothing is to be told. */
const MESSAGE_OF: Partial<Record<RequestStatus, GuestMessage>> = {
  registered: 'request-received',
  'waiting-guest-response': 'request-question',
  resolved: 'request-resolved',
  'not-found': 'request-not-found',
  expired: 'request-not-found',
};

/**
 * Has the guest written to (decisions.md, section 12, Messages).
 * @param text in staff's own words; null sends the message of the status again
 * @throws NothingToRepeat; DomainError `conflict` without a contact
 */
export function writeToGuest(text: string | null, { status, locationID, fields: { guest } }: KnownRequest): RequestEvent[] {
  if (!(guest?.email ?? guest?.phoneNumber)) throw new DomainError('conflict', 'conflict', 'No contact of the guest is known.');
  const message = MESSAGE_OF[status];
  // Erased: there is nobody to write to.
  if (message === undefined) throw new NothingToRepeat('Request', status);
  return [{ type: 'GuestWrittenTo', data: { locationID, message: text === null ? message : 'text', text } }];
}
