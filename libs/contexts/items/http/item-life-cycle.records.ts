import { ApiProperty } from '@nestjs/swagger';
import { ITEM_STATUSES, type ItemStatus, type Shipment } from '../domain/item.events.js';
import { UNKNOWN_SHIPMENT } from '../domain/item.life-cycle.js';
import type { ItemStep } from '../domain/item.transitions.js';

const text = (example: string | null) => ({ type: String, nullable: true, example }) as const;

/** The shipment of an item, as far as it is known. */
export class ShipmentRecord {
  @ApiProperty({ type: String, enum: ITEM_STATUSES, example: 'in-route', description: 'Status of the item' }) status!: ItemStatus;
  @ApiProperty({ ...text('DHL'), description: 'Name of the carrier' }) carrier!: string | null;
  @ApiProperty({ ...text('00340434161094015902'), description: 'The carrier’s tracking number' }) trackingNumber!: string | null;
  @ApiProperty({ ...text('https://labels.example.com/7.pdf'), description: 'URL of the shipping label' })
  labelUrl!: string | null;
  @ApiProperty({ type: Number, nullable: true, example: 12.5, description: 'Cost of the shipment, in the Location’s currency' })
  cost!: number | null;
}

class ItemCall {
  @ApiProperty({ type: String, enum: ['PUT', 'POST', 'DELETE'], example: 'PUT', description: 'HTTP method' })
  method!: 'PUT' | 'POST' | 'DELETE';
  @ApiProperty({ type: String, example: '/api/v2/items/7/response', description: 'Path of the call' }) path!: string;
  @ApiProperty({
    type: Object,
    nullable: true,
    description: 'Required content of the request body; null if the call has none',
    example: { response: 'pickup' },
  })
  body!: object | null;
}

/** A status that the item can change to, and the call that makes the change. */
export class ItemTransitionRecord {
  @ApiProperty({ type: String, enum: ITEM_STATUSES, example: 'pickup-by-guest', description: 'The next status' })
  status!: ItemStatus;
  @ApiProperty({ type: ItemCall, description: 'The API call that makes the change' }) call!: ItemCall;
}

export function shipmentRecord(status: ItemStatus, shipment: Shipment | null): ShipmentRecord {
  return { status, ...(shipment ?? UNKNOWN_SHIPMENT) };
}

export function itemTransition(itemID: number, step: ItemStep): ItemTransitionRecord {
  return { status: step.status, call: callOf(`/api/v2/items/${itemID}`, step) };
}

function callOf(path: string, step: ItemStep): ItemCall {
  switch (step.by) {
    case 'status':
      return { method: 'PUT', path: `${path}/status`, body: { status: step.set } };
    case 'response':
      return { method: 'PUT', path: `${path}/response`, body: { response: step.response } };
    case 'shipment':
      return { method: 'POST', path: `${path}/shipment`, body: { status: step.set } };
    case 'update':
      return { method: 'PUT', path, body: step.of === 'owner' ? { owner: { contactEmail: '…' } } : { customStorageDays: '…' } };
    case 'reopen':
      return { method: 'PUT', path: `${path}/reopen`, body: { reason: '…' } };
    case 'payment':
      return { method: 'PUT', path: `${path}/payment`, body: { status: 'paid' } };
    case 'delete':
      return { method: 'DELETE', path, body: null };
    default:
      return step satisfies never;
  }
}
