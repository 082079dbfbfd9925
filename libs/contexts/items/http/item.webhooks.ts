import { endpointWebhooks, webhookExample as example, Shown, WEBHOOK_TEXTS as TEXTS, WebhookData } from '#platform/http';
import { ITEM_STATUSES, SHIPMENT_PROBLEMS } from '../domain/item.values.js';

const PROBLEM = 'The trouble that the parcel is in; null where it is in none.';

/** The `data` of a webhook about an item. */
export class ItemData extends WebhookData {
  @Shown(String, TEXTS.status, 'waiting-response', { enum: ITEM_STATUSES }) status!: string;
}

class ItemUpdatedData extends ItemData {
  @Shown([String], TEXTS.fields, ['brand', 'owner']) fields!: string[];
}

class ItemStatusData extends ItemData {
  @Shown(String, TEXTS.previousStatus, 'contact-missing', { enum: ITEM_STATUSES })
  previousStatus!: string;
}

class ItemShipmentData extends ItemData {
  @Shown(String, PROBLEM, null, { enum: SHIPMENT_PROBLEMS, nullable: true })
  problem!: string | null;
}

class SentMessage {
  @Shown(String, 'What the message is about.', 'item-found') kind!: string;
  @Shown(String, 'How it went.', 'email', { enum: ['email', 'sms'] }) channel!: string;
  @Shown(String, 'What became of it; null of a reply.', 'sent', { enum: ['sent', 'failed', 'bounced', null], nullable: true })
  status!: string | null;
  @Shown(String, '`in`: the owner wrote it.', 'out', { enum: ['out', 'in'] })
  direction!: string;
}

class ItemMessageData extends ItemData {
  @Shown(SentMessage, 'The message, without whom it went to.') message!: SentMessage;
}

const message = { kind: 'item-found', channel: 'email', status: 'sent', direction: 'out' };
const PAYMENT = 'when the payment for a shipment is open, paid, failed, refunded or withdrawn';

/** The webhooks about items. */
export const ITEM_WEBHOOKS = endpointWebhooks({
  'item.created': ['An item was registered', 'when an item is registered', ItemData, example('contact-missing')],
  'item.updated': [
    'An item has changed',
    'when fields of an item change',
    ItemUpdatedData,
    example('waiting-response', { fields: ['brand', 'owner'] }),
  ],
  'item.status': [
    'An item has another status',
    'when the status of an item changes',
    ItemStatusData,
    example('waiting-response', { previousStatus: 'contact-missing' }),
  ],
  'item.deleted': ['An item was deleted', 'when an item is deleted', ItemData, example('deleted')],
  'item.message': [
    'A message to or from an owner',
    'when a message was sent, failed or bounced, or the owner answered',
    ItemMessageData,
    example('waiting-response', { message }),
  ],
  'item.shipment': [
    'A shipment has moved',
    'when the progress of a shipment, or a problem with it, is reported',
    ItemShipmentData,
    example('in-route', { problem: null }),
  ],
  'item.payment': ['A payment has changed', PAYMENT, ItemData, example('shipment-paid')],
});
