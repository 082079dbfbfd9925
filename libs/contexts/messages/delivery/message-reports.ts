import { itemSubject } from '#contexts/items';
import { writeDeliveries } from '#contexts/webhooks';
import type { Statement } from '#platform/database';

/** An attempt to send a message about an item, after which nothing more follows. */
interface EndedMessage {
  groupID: number;
  itemID: number;
  /** The version of the item that the message is about: the message's key. */
  version: number;
  /** When it ended, ISO 8601: together with the version it tells the report from others, so that it is written once. */
  at: string;
  kind: string;
  channel: 'email' | 'sms';
  status: 'sent' | 'failed' | 'bounced';
}

/** Tells the endpoints what became of a message to an item's owner, in the transaction that writes it down. */
export function reportMessage({ groupID, itemID, version, at, kind, channel, status }: EndedMessage): Statement {
  const cause = { groupID, id: itemID, source: `message/${version}`, at };
  return writeDeliveries(itemSubject, cause, null, [{ type: 'item.message', message: { kind, channel, status } }]);
}
