import { randomUUID } from 'node:crypto';
import type { Answer } from './call.js';
import { LABEL_PNG, labelPdf } from './label.js';

/** https://docs.easypost.com/docs/trackers */
export type TrackerStatus =
  | 'unknown'
  | 'pre_transit'
  | 'in_transit'
  | 'out_for_delivery'
  | 'delivered'
  | 'available_for_pickup'
  | 'return_to_sender'
  | 'failure'
  | 'cancelled'
  | 'error';

/** A service of a carrier's account. */
export interface Rated {
  carrier: string;
  service: string;
  rate: string;
  days: number | null;
  /** In ounces. */
  heaviest: number;
  abroad: boolean;
}

export const RATED: readonly Rated[] = [
  { carrier: 'USPS', service: 'Priority', rate: '9.80', days: 2, heaviest: 1_120, abroad: false },
  { carrier: 'USPS', service: 'GroundAdvantage', rate: '8.45', days: 3, heaviest: 1_120, abroad: false },
  { carrier: 'UPSDAP', service: 'NextDayAir', rate: '61.20', days: 1, heaviest: 2_400, abroad: false },
  { carrier: 'USPS', service: 'PriorityMailInternational', rate: '48.30', days: null, heaviest: 1_056, abroad: true },
  { carrier: 'DHLExpress', service: 'ExpressWorldwideNonDoc', rate: '71.05', days: 3, heaviest: 2_400, abroad: true },
];

interface Given {
  to_address: Record<string, string>;
  from_address: Record<string, string>;
  parcel: { weight: number };
  customs_info?: object | null;
  reference?: string | null;
  options?: { label_format?: string } | null;
}

export interface Rate {
  id: string;
  carrier: string;
  service: string;
  rate: string;
  currency: string;
  delivery_days: number | null;
}

/** A shipment as they have it, with a label once it is bought. */
export interface Shipment extends Given {
  id: string;
  created_at: string;
  rates: Rate[];
  messages: { carrier: string; type: string; message: string }[];
  selected_rate: Rate | null;
  tracking_code: string | null;
  status: TrackerStatus;
  status_detail: string;
  refund_status: null | 'submitted' | 'refunded' | 'rejected' | 'not_applicable';
  /** Formats of its label beside the first. */
  formats: string[];
}

export const newId = (prefix: string) => `${prefix}_${randomUUID().replaceAll('-', '')}`;

/** A shipment with its rates. One abroad has none without a declaration, and a message that says so in an answer of success. */
export function created(given: Given, rated: readonly Rated[], at: Date): Shipment {
  const abroad = given.from_address.country !== given.to_address.country;
  const declared = !abroad || given.customs_info;
  const fitting = rated.filter((one) => declared && one.abroad === abroad && given.parcel.weight <= one.heaviest);
  const undeclared = { carrier: 'USPS', type: 'rate_error', message: 'customs_info is required for international shipments.' };
  return {
    ...given,
    id: newId('shp'),
    created_at: at.toISOString(),
    rates: fitting.map(({ carrier, service, rate, days }) => {
      return { id: newId('rate'), carrier, service, rate, currency: 'USD', delivery_days: days };
    }),
    messages: declared ? [] : [undeclared],
    selected_rate: null,
    tracking_code: null,
    status: 'unknown',
    status_detail: 'unknown',
    refund_status: null,
    formats: [],
  };
}

/** A page of the latest, and whether more follow. @param before a shipment; those before it are meant */
export function pageOf(shipments: Shipment[], size: number, before: string | undefined, bought: boolean): [Shipment[], boolean] {
  const all = shipments.toReversed().filter(({ selected_rate }) => !bought || selected_rate !== null);
  const from = before ? all.findIndex(({ id }) => id === before) + 1 : 0;
  return [all.slice(from, from + size), from + size < all.length];
}

/** A file of its label. @param name by which its ending says what it is */
export function fileOf({ tracking_code, to_address: { name: guest } }: Shipment, name: string): Answer {
  if (name.endsWith('.png')) return { headers: { 'Content-Type': 'image/png' }, body: LABEL_PNG };
  return { headers: { 'Content-Type': 'application/pdf' }, body: labelPdf(`${tracking_code} ${guest}`) };
}
