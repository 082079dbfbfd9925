import { itemSubject } from '#contexts/items';
import { writeDeliveries } from '#contexts/webhooks';
import type { Statement } from '#platform/database';
import { type MessageKey, type MessageSubject, TO_PEOPLE } from '../message.js';
import type { ClaimedMessage } from './claimed.js';
import type { MessageClosing } from './what-follows.js';

const ABOUT_ITEMS: readonly MessageSubject[] = TO_PEOPLE.item;

/** Tells the endpoints what became of a message to an item's owner, in the transaction that writes it down, once nothing more follows. */
export function reportsOf(
  { group_id, subject, subject_id, version, kind }: MessageKey & Pick<ClaimedMessage, 'kind'>,
  { status, error, channel, endedAt }: Pick<MessageClosing, 'status' | 'error' | 'channel' | 'endedAt'>,
): Statement[] {
  if (!ABOUT_ITEMS.includes(subject) || (status !== 'sent' && status !== 'failed')) return [];
  // The time it ended, together with the version, which is its key, tells the report from others: it is written once.
  const cause = { groupID: group_id, id: subject_id, source: `message/${version}`, at: endedAt.toISOString() };
  const message = { kind, channel, status: error === 'recipient_refused' ? 'bounced' : status, direction: 'out' };
  return [writeDeliveries(itemSubject, cause, null, [{ type: 'item.message', message }])];
}
