import { itemStream } from '#contexts/items';
import { type RequestEvent, requestStream } from '#contexts/requests';
import { outgoing, type Recorded, type Subscription } from '#platform/event-store';
import { deliveryOf } from './outbox.js';

/** `itemStatus` is sent when an item is registered and whenever its status changes. Webhooks are not sent again when projections are rebuilt. */
const itemWebhooks = outgoing('item-webhooks', itemStream, {
  ItemRegistered: (event) => {
    const { locationID, status } = event.data;
    return deliveryOf(event, { kind: 'itemStatus', locationID, status, previousStatus: null });
  },
  ItemStatusChanged: (event) => deliveryOf(event, { kind: 'itemStatus', ...event.data }),
});

/** `requestStatus` is sent when a Request is made and whenever its status changes: each of its other events is one of these. */
const requestWebhooks = outgoing('request-webhooks', requestStream, {
  RequestMade: ofRequest,
  DetailsAsked: ofRequest,
  DetailsGiven: ofRequest,
  RequestMatched: ofRequest,
  RequestUnmatched: ofRequest,
  RequestStatusChanged: ofRequest,
});

function ofRequest(event: Recorded<Exclude<RequestEvent, { type: 'PersonalDataErased' }>>) {
  const { locationID, status, previousStatus, matchedItemID } = event.data;
  return deliveryOf(event, { kind: 'requestStatus', locationID, status, previousStatus, matchedItemID });
}

/** Projections that write webhook deliveries for status changes. */
export const WEBHOOK_PROJECTIONS: readonly Subscription[] = [itemWebhooks, requestWebhooks];
