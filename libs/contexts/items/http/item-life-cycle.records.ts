import { ApiProperty } from '@nestjs/swagger';
import { NULLABLE, Shown } from '#platform/http';
import type { Step } from '../domain/item.transitions.js';
import { ITEM_STATUSES, type ItemStatus, type Shipment, UNKNOWN_SHIPMENT } from '../domain/item.values.js';
import { ParcelRecord, parcelRecord } from './parcel.record.js';

/** The shipment of an item, as far as it is known. */
export class ShipmentRecord extends ParcelRecord {
  @ApiProperty({ type: String, enum: ITEM_STATUSES, example: 'in-route', description: 'Status of the item' }) status!: ItemStatus;
}

class ItemCall {
  @ApiProperty({ type: String, enum: ['PUT', 'POST', 'DELETE'], example: 'PUT', description: 'HTTP method' })
  method!: 'PUT' | 'POST' | 'DELETE';
  @ApiProperty({ type: String, example: '/api/v2/items/7/response', description: 'Path of the call' }) path!: string;
  @Shown(Object, 'Required content of the request body; null if the call has none', { response: 'pickup' }, NULLABLE)
  body!: object | null;
}

/** A status that the item can change to, and the call that makes the change. */
export class ItemTransitionRecord {
  @ApiProperty({ type: String, enum: ITEM_STATUSES, example: 'pickup-by-guest', description: 'The next status' })
  status!: ItemStatus;
  @Shown(ItemCall, 'The API call that makes the change') call!: ItemCall;
}

export function shipmentRecord(status: ItemStatus, shipment: Shipment | null): ShipmentRecord {
  return { status, ...parcelRecord(shipment ?? UNKNOWN_SHIPMENT) };
}

/** The call that takes each step. */
const CALLS: Record<Step, ItemCall> = {
  'status left-behind': { method: 'PUT', path: '/status', body: { status: 'left-behind' } },
  'status finished': { method: 'PUT', path: '/status', body: { status: 'finished' } },
  'response pickup': { method: 'PUT', path: '/response', body: { response: 'pickup' } },
  'response ship': { method: 'PUT', path: '/response', body: { response: 'ship' } },
  'response leave': { method: 'PUT', path: '/response', body: { response: 'leave' } },
  'response not-mine': { method: 'PUT', path: '/response', body: { response: 'not-mine' } },
  'shipment shipment-paid': { method: 'POST', path: '/shipment', body: { status: 'shipment-paid' } },
  'shipment pickup-scheduled': { method: 'POST', path: '/shipment', body: { status: 'pickup-scheduled' } },
  'shipment in-route': { method: 'POST', path: '/shipment', body: { status: 'in-route' } },
  'shipment delivered': { method: 'POST', path: '/shipment', body: { status: 'delivered' } },
  payment: { method: 'PUT', path: '/payment', body: { status: 'paid' } },
  'update owner': { method: 'PUT', path: '', body: { owner: { contactEmail: '…' } } },
  'update customStorageDays': { method: 'PUT', path: '', body: { customStorageDays: '…' } },
  reopen: { method: 'PUT', path: '/reopen', body: { reason: '…' } },
  delete: { method: 'DELETE', path: '', body: null },
};

export function itemTransition(itemID: number, { status, by }: { status: ItemStatus; by: Step }): ItemTransitionRecord {
  const { method, path, body } = CALLS[by];
  return { status, call: { method, path: `/api/v2/items/${itemID}${path}`, body } };
}
