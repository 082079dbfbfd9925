import { Choice, Decimal, Part, Text, WebUrl } from '#platform/http';
import { OWNER_RESPONSES, type OwnerResponse } from '../domain/item.events.js';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../domain/item.life-cycle.js';
import { OwnerAddressRequest } from './owner.request.js';

const ADDRESS = 'Merged into the owner’s address; `ship` needs one, given here or stored.';

/** `PUT /items/:itemID/response` (decisions.md, section 9). */
export class OwnerResponseRequest {
  @Choice(OWNER_RESPONSES, { required: true, example: 'pickup', description: 'What the owner answered' })
  response!: OwnerResponse;
  @Part(() => OwnerAddressRequest, { nullable: true, description: ADDRESS }) address?: OwnerAddressRequest | null;
}

/** `PUT /items/:itemID/reopen` (decisions.md, section 12). */
export class ReopenRequest {
  @Text({ required: true, max: 2_000, description: 'Why the item is taken up again', example: 'The guest called' })
  reason!: string;
}

/** `POST /items/:itemID/shipment` (decisions.md, section 9): absent fields keep their value, null clears. */
export class ShipmentRequest {
  @Choice(SHIPMENT_STATUSES, { required: true, description: 'Forward only; a step may be skipped', example: 'in-route' })
  status!: ShipmentStatus;
  @Text({ nullable: true, example: 'DHL', description: 'Who carries it' }) carrier?: string | null;
  @Text({ nullable: true, example: '00340434161094015902', description: 'The carrier’s number' }) trackingNumber?: string | null;
  @WebUrl({ nullable: true, example: 'https://labels.example.com/7.pdf', description: 'Where the label is' }) labelUrl?:
    | string
    | null;
  @Decimal({ min: 0, max: 1_000_000, nullable: true, description: 'What the shipment costs', example: 12.5 })
  cost?: number | null;
}
