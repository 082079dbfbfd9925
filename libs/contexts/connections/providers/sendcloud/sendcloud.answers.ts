import type { Answer } from '../../calls/answer.js';
import { providerWords } from '../../calls/provider-failed.js';
import { wordsIn } from '../../calls/refusal-words.js';
import type { ParcelNews, ParcelState, Purchase, Voiding } from '../../kinds/carrier.js';

/** Statuses by code and by number (https://sendcloud.dev/api/v3/parcel-statuses); those that say nothing of where it is are left out. */
const STATES: readonly [state: ParcelState, ...codes: (string | number)[]][] = [
  ['announced', 'READY_TO_SEND', 1000, 'BEING_ANNOUNCED', 'ANNOUNCING', 1001, 'ANNOUNCED', 1, 'ANNOUNCED_NOT_COLLECTED', 13],
  ['moving', 'SHIPMENT_PICKED_UP_BY_DRIVER', 22, 'EN_ROUTE_TO_SORTING_CENTER', 3, 'AT_SORTING_CENTRE', 62990, 'SORTED', 5],
  ['moving', 'NOT_SORTED', 6, 'BEING_SORTED', 7, 'PARCEL_EN_ROUTE', 91, 'DRIVER_EN_ROUTE', 92, 'AT_CUSTOMS', 62989],
  [
    'moving',
    'DELIVERY_DELAYED',
    4,
    'DELIVERY_ATTEMPT_FAILED',
    8,
    'AWAITING_CUSTOMER_PICKUP',
    12,
    'DELIVERY_METHOD_CHANGED',
    62993,
  ],
  ['moving', 'DELIVERY_DATE_CHANGED', 62994, 'DELIVERY_ADDRESS_CHANGED', 62995],
  ['delivered', 'DELIVERED', 11, 'SHIPMENT_COLLECTED_BY_CUSTOMER', 93],
  ['undeliverable', 'UNABLE_TO_DELIVER', 80, 'REFUSED_BY_RECIPIENT', 62991, 'ADDRESS_INVALID', 62997],
  ['returned', 'RETURNED_TO_SENDER', 62992],
  ['voided', 'CANCELLED', 2000, 'CANCELLED_UPSTREAM', 1998],
];
const STATE_OF = new Map(STATES.flatMap(([state, ...codes]) => codes.map((code) => [String(code), state] as const)));

const VOIDING_OF = new Map<string, Voiding>([
  ['CANCELLED', 'done'],
  ['2000', 'done'],
  ['CANCELLED_UPSTREAM', 'done'],
  ['1998', 'done'],
  ['CANCELLATION_REQUESTED', 'asked'],
  ['1999', 'asked'],
  ['SUBMITTING_CANCELLATION_REQUEST', 'asked'],
  ['2001', 'asked'],
  ['PARCEL_CANCELLATION_FAILED', 'refused'],
  ['94', 'refused'],
]);

/** The state that a status says of a parcel, and of its being void. */
export function stateOf(code: string): Pick<ParcelNews, 'state' | 'voiding'> {
  return { state: STATE_OF.get(code) ?? null, voiding: VOIDING_OF.get(code) ?? null };
}

export const trackingOf = (parcel: Answer) => parcel.at('tracking_url').optional((one) => one.text()) || null;

/** The outcome that a shipment tells of: an answer of success may say that the carrier refused it. */
export function purchaseOf(provider: string, shipment: Answer): Purchase {
  const id = shipment.at('id').identifier();
  const parcel = shipment.at('parcels').first();
  const status = parcel.at('status').at('code').identifier();
  if (status === 'ANNOUNCEMENT_FAILED' || status === '1002') {
    return { state: 'refused', words: providerWords(wordsIn(shipment.at('errors').value) ?? 'It was not announced.') };
  }
  if (stateOf(status).voiding === 'done') return { state: 'refused', words: 'The label was cancelled.' };
  // The list of statuses names it one way, the examples of shipments another.
  if (['BEING_ANNOUNCED', 'ANNOUNCING', '1001'].includes(status)) return { state: 'pending', id };
  return {
    state: 'bought',
    label: {
      id,
      carrier:
        shipment.at('carrier').optional((one) => one.at('name').optional((name) => name.text()) ?? one.at('code').text()) ??
        provider,
      service: serviceOf(shipment),
      trackingNumber: parcel.at('tracking_number').name(),
      trackingUrl: trackingOf(parcel),
      cost: null,
    },
  };
}

function serviceOf(shipment: Answer): string | null {
  const properties = shipment.at('ship_with').optional((one) => one.at('properties').optional((two) => two));
  return properties?.at('shipping_option_code').optional((one) => one.text()) ?? null;
}

/** https://sendcloud.dev/api/v3/webhooks/parcel-status-changed */
export function eventNews(event: Answer): ParcelNews {
  const parcel = event.at('parcel');
  const at = (
    event.at('carrier_status_change_timestamp').isThere ? event.at('carrier_status_change_timestamp') : event.at('timestamp')
  ).optional((one) => one.moment());
  return {
    id: parcel.at('shipment_uuid').name(),
    reference: parcel.at('external_shipment_id').name(),
    trackingNumber: parcel.at('tracking_number').name(),
    trackingUrl: trackingOf(parcel),
    ...stateOf(parcel.at('status').at('id').identifier()),
    at,
  };
}
