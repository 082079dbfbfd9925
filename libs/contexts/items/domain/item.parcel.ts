import { TransitionNotAllowed } from '#contexts/records/domain';
import { type ItemEvent, statusChanged } from './item.events.js';
import type { ItemState, KnownItem } from './item.state.js';
import { leadsFrom, statusAfter } from './item.transitions.js';
import { type Shipment, type ShipmentProblem, UNKNOWN_SHIPMENT } from './item.values.js';

/** The price of a label and who carries it, as it was bought. */
export type BookedShipment = Omit<Shipment, 'problem' | 'bookedAt'>;

/** The news that a carrier's system has of a parcel. */
export interface ParcelReport {
  /** Where it came to; null where it is only in trouble. */
  status: 'in-route' | 'delivered' | null;
  problem: ShipmentProblem | null;
}

/** Commands that follow from a label; whoever asks for it has been found to see the item. */
export type ParcelCommand =
  | { type: 'BookLabel'; shipment: BookedShipment; at: string }
  | { type: 'VoidLabel'; at: string }
  | { type: 'ReportParcel'; report: ParcelReport };

/** A label was bought. @throws TransitionNotAllowed unless the item waits to be packed */
export function bookLabel(state: ItemState, shipment: BookedShipment, at: string): ItemEvent[] {
  if (state.status !== 'shipment-paid') throw new TransitionNotAllowed('item', state.status, 'pickup-scheduled');
  return [
    reported(state, { ...UNKNOWN_SHIPMENT, ...shipment, bookedAt: at }),
    statusChanged(state, statusAfter(state, 'shipment pickup-scheduled', at)),
  ];
}

/** The label is void: the item waits to be packed again, where its parcel has not moved. */
export function voidLabel(state: ItemState, at: string): ItemEvent[] {
  if (state.status !== 'pickup-scheduled') return [];
  return [reported(state, UNKNOWN_SHIPMENT), statusChanged(state, statusAfter(state, 'void', at))];
}

/** The parcel has moved, or is in trouble; what is older than what is known changes nothing. */
export function reportParcel(state: ItemState, { status, problem }: ParcelReport): ItemEvent[] {
  if (state.status === 'absent' || state.status === 'deleted' || state.isErased) return [];
  const known = state.shipment ?? UNKNOWN_SHIPMENT;
  // A parcel that comes back arrives as well: at the hotel.
  if (status === 'delivered' && known.problem === 'returned') return [];
  const isOver = status === 'delivered' && (known.problem === 'lost' || known.problem === 'undeliverable');
  const now = problem ?? (isOver ? null : known.problem);
  const moves = status !== null && state.status !== 'shipment-paid' && leadsFrom(state.status, `shipment ${status}`);
  return [
    ...(now === known.problem ? [] : [reported(state, { ...known, problem: now })]),
    ...(moves ? [statusChanged(state, status)] : []),
  ];
}

function reported({ shipment: before }: KnownItem, shipment: Shipment): ItemEvent {
  const isOther = (before?.problem ?? null) !== shipment.problem;
  return { type: 'ShipmentReported', data: { shipment, ...(isOther && { problem: shipment.problem }) } };
}
