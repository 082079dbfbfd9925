import { type Answer, fitting } from '../../calls/answer.js';
import type { Label, LabelOrder, Offer, ParcelNews, ParcelState, Purchase, Voiding } from '../../kinds/carrier.js';

/** https://docs.easypost.com/docs/trackers; `unknown` and `error` say nothing. */
const STATE_OF: Readonly<Record<string, ParcelState>> = {
  pre_transit: 'announced',
  in_transit: 'moving',
  out_for_delivery: 'moving',
  available_for_pickup: 'moving',
  delivered: 'delivered',
  return_to_sender: 'returned',
  failure: 'undeliverable',
};

/** https://docs.easypost.com/docs/shipments/shipping-refund */
const VOIDING_OF: Readonly<Record<string, Voiding>> = {
  submitted: 'asked',
  refunded: 'done',
  rejected: 'refused',
  not_applicable: 'refused',
};

export const voidingOf = (shipment: Answer) => shipment.at('refund_status').optional((one) => VOIDING_OF[one.text()] ?? null);

const textAt = (answer: Answer, name: string) => answer.at(name).optional((one) => one.text()) || null;

/** The rates of a shipment as offers. A rate's own name is new with each shipment: it is known by carrier and service. */
export function ratesOf(shipment: Answer): { id: string; offer: Offer }[] {
  return fitting(shipment.at('rates').list(), (rate) => {
    const [carrier, service] = [rate.at('carrier').text(), rate.at('service').text()];
    const days = rate.at('delivery_days').optional((one) => String(Math.max(1, Math.ceil(one.number()))));
    // A rate without a price is no offer.
    const price = rate.at('rate').optional((one) => one.money(rate.at('currency')));
    const offer = price && { service: `${carrier}:${service}`, carrier, name: nameOf(carrier, service), price, days };
    return offer ? [{ id: rate.at('id').identifier(), offer }] : [];
  }).flat();
}

/** `USPS Ground Advantage` */
function nameOf(carrier: string, service: string): string {
  return `${carrier} ${service.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').replaceAll('_', ' ')}`;
}

/** The label of a shipment that has one. */
export function purchaseOf(shipment: Answer): Purchase {
  const id = shipment.at('id').identifier();
  const rate = shipment.at('selected_rate');
  if (!rate.isThere) return { state: 'pending', id };
  const carrier = rate.at('carrier').text();
  const label: Label = {
    id,
    carrier,
    service: `${carrier}:${rate.at('service').text()}`,
    trackingNumber: shipment.at('tracking_code').name(),
    trackingUrl: shipment.at('tracker').optional((one) => textAt(one, 'public_url')),
    cost: rate.at('rate').money(rate.at('currency')),
  };
  return { state: 'bought', label };
}

/** Whether a shipment that was made goes where the order does, with a parcel as heavy. */
export function isFor(shipment: Answer, { to }: LabelOrder): boolean {
  if (shipment.at('selected_rate').isThere) return false;
  const address = shipment.at('to_address');
  return address.at('street1').value === to.line1 && address.at('city').value === to.city && address.at('name').value === to.name;
}

/** How far the parcel of a shipment is. */
export function newsOf(shipment: Answer): ParcelNews {
  const tracker = shipment.at('tracker');
  const news = tracker.optional(trackerNews);
  return {
    id: shipment.at('id').identifier(),
    reference: textAt(shipment, 'reference'),
    trackingNumber: shipment.at('tracking_code').name(),
    trackingUrl: news?.trackingUrl ?? null,
    state: news?.state ?? STATE_OF[textAt(shipment, 'status') ?? ''] ?? null,
    voiding: voidingOf(shipment),
    at: news?.at ?? null,
  };
}

function trackerNews(tracker: Answer): ParcelNews {
  const [status, detail] = [tracker.at('status').text(), textAt(tracker, 'status_detail') ?? ''];
  return {
    id: textAt(tracker, 'shipment_id'),
    reference: null,
    trackingNumber: tracker.at('tracking_code').name(),
    trackingUrl: textAt(tracker, 'public_url'),
    state: /lost|missing/.test(detail) ? 'lost' : (STATE_OF[status] ?? null),
    voiding: null,
    at: tracker.at('updated_at').optional((one) => one.moment()),
  };
}

/** https://docs.easypost.com/docs/events */
export function eventNews(event: Answer): ParcelNews[] {
  const description = event.at('description').text();
  const result = event.at('result');
  if (/^tracker\.(created|updated)$/.test(description)) return [trackerNews(result)];
  if (description !== 'refund.successful') return [];
  const voided = { id: textAt(result, 'shipment_id'), reference: null, trackingNumber: result.at('tracking_code').name() };
  return [
    {
      ...voided,
      trackingUrl: null,
      state: 'voided',
      voiding: 'done',
      at: event.at('created_at').optional((one) => one.moment()),
    },
  ];
}
