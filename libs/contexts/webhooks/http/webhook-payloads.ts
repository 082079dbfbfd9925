import { ITEM_STATUSES, ItemData } from '#contexts/items';
import { REQUEST_STATUSES, RequestData } from '#contexts/requests';
import { NULLABLE, Shown, webhookDocument, webhookExample } from '#platform/http';

const BEFORE_OR_NEW = 'The status before; null for a new record.';
const REFERENCE = 'The `reference` of the Location.';

class ConfiguredItemStatusData extends ItemData {
  @Shown(String, BEFORE_OR_NEW, 'contact-missing', { enum: ITEM_STATUSES, nullable: true })
  previousStatus!: string | null;
  @Shown(String, REFERENCE, null, NULLABLE) locationReference!: string | null;
}

class ConfiguredRequestStatusData extends RequestData {
  @Shown(String, BEFORE_OR_NEW, null, { enum: REQUEST_STATUSES, nullable: true })
  previousStatus!: string | null;
  @Shown('integer', 'ID of the item that it is matched to.', null, NULLABLE)
  matchedItemID!: number | null;
  @Shown(String, REFERENCE, null, NULLABLE) locationReference!: string | null;
}

class NoData {}

/** Webhooks to the URLs of the configuration, and tests (decisions.md, section 7). Each context says what endpoints receive. */
export const WEBHOOK_DOCUMENTS = {
  'item-status': webhookDocument(
    'item-status',
    'The status of an item',
    'Sent by the webhook configuration when an item is registered and whenever its status changes.',
    ConfiguredItemStatusData,
    webhookExample('waiting-response', { previousStatus: 'contact-missing', locationReference: null }),
  ),
  'request-status': webhookDocument(
    'request-status',
    'The status of a Request',
    'Sent by the webhook configuration when a Request is made and whenever its status changes.',
    ConfiguredRequestStatusData,
    webhookExample('registered', { previousStatus: null, matchedItemID: null, locationReference: null }),
  ),
  test: webhookDocument('test', 'A ping', 'Sent once by the operations that test a webhook, without retries.', NoData, {}),
};
