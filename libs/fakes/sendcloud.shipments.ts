import { randomUUID } from 'node:crypto';
import type { Service } from './sendcloud.offers.js';
import { STATUSES, type Status } from './sendcloud.statuses.js';

export interface Announcement {
  to_address: Record<string, string>;
  from_address: Record<string, string>;
  ship_with?: { properties?: { shipping_option_code: string } };
  parcels: { weight: { value: string; unit: string }; parcel_items?: { origin_country?: string; quantity?: number }[] }[];
  customs_information?: { invoice_number: string; export_reason?: string } | null;
  external_reference_id?: string | null;
  order_number?: string;
}

/** A shipment of one parcel, as they have it. */
export interface Shipment extends Announcement {
  id: string;
  parcelId: number;
  status: Status;
  errors: { status: string; code: string; detail: string }[];
  service: Service;
  trackingNumber: string;
  announcedAt: Date;
}

/** A shipment of an announcement, taken on by the carrier or refused by it. @param number the how many-th */
export function announced(asked: Announcement, service: Service, number: number, at: Date, refusal?: string): Shipment {
  return {
    ...asked,
    id: randomUUID(),
    parcelId: 383_000_000 + number,
    status: refusal === undefined ? 'READY_TO_SEND' : 'ANNOUNCEMENT_FAILED',
    errors: refusal === undefined ? [] : [{ status: '500', code: 'parcel_announcement_error', detail: refusal }],
    service,
    trackingNumber: `3SYZXG${String(number).padStart(7, '0')}`,
    announcedAt: at,
  };
}

export const trackingUrl = ({ service, trackingNumber }: Shipment) =>
  `https://tracking.eu-central-1-0.sendcloud.sc/forward?carrier=${service.carrier}&code=${trackingNumber}`;

/** A shipment as it is answered. @param origin of their documents' addresses */
export function shown(shipment: Shipment, origin: string, file?: Buffer) {
  const { service, parcelId, trackingNumber, status, announcedAt, errors, id, ...announced } = shipment;
  const failed = status === 'ANNOUNCEMENT_FAILED';
  const link = `${origin}/api/v3/parcels/${parcelId}/documents/label`;
  const parcel = {
    ...announced.parcels[0],
    id: parcelId,
    status: { code: status, message: STATUSES[status].message },
    documents: failed ? [] : [{ type: 'label', size: 'a6', link }],
    tracking_number: failed ? '' : trackingNumber,
    tracking_url: failed ? null : trackingUrl(shipment),
    announced_at: failed ? null : announcedAt.toISOString(),
    ...(file && { label_file: file.toString('base64') }),
  };
  return { ...announced, id, parcels: [parcel], carrier: { code: service.carrier, name: service.name.split(' ')[0] }, errors };
}

/** Where a parcel is. */
export function tracked(shipment: Shipment, at: Date) {
  const { announcedAt, status, service, trackingNumber, from_address, to_address } = shipment;
  const { message } = STATUSES[status];
  const announced = announcedAt.toISOString();
  const number = { carrier_code: service.carrier, tracking_number: trackingNumber, tracking_url: trackingUrl(shipment) };
  const event = { event_at: at.toISOString(), event_type: 'carrier', status_code: status, status_description: message };
  return {
    announced_at: announced,
    created_at: announced,
    updated_at: at.toISOString(),
    details: { is_return: false, is_to_service_point: false },
    events: [event],
    from_address,
    to_address,
    source_id: shipment.external_reference_id ?? '',
    tracking_numbers: [number],
  };
}

/** The shipments of a reference, of an order or a tracking number, the latest first. */
export function found(shipments: Shipment[], query: Record<string, string>): Shipment[] {
  return shipments
    .toReversed()
    .filter(
      ({ external_reference_id, order_number, trackingNumber }) =>
        (query.external_reference_id ?? external_reference_id) === external_reference_id &&
        (query.order_number ?? order_number) === order_number &&
        (query.tracking_number ?? trackingNumber) === trackingNumber,
    );
}
