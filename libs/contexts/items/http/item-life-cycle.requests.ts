import { Choice, Decimal, PageUrl, Part, Rule, Text, WebUrl } from '#platform/http';
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../domain/item.statuses.js';
import { OWNER_RESPONSES, type OwnerResponse } from '../domain/item.values.js';
import { OwnerAddressRequest } from './owner.request.js';

const ADDRESS = 'Merged field by field into the owner’s address. `ship` requires an address, given here or stored before.';

/** `PUT /items/:itemID/response` (decisions.md, section 9). */
export class OwnerResponseRequest {
  @Choice(OWNER_RESPONSES, { required: true, example: 'pickup', description: 'The owner’s response' })
  response!: OwnerResponse;
  @Part(() => OwnerAddressRequest, { nullable: true, description: ADDRESS }) address?: OwnerAddressRequest | null;
}

const REPORTED = ['paid', 'failed', 'refunded', 'withdrawn'] as const;

/** `PUT /items/:itemID/payment` (decisions.md, section 12). */
@Rule(({ status, reference, url }: PaymentRequest, { refuse }) => {
  const isEmpty = status === undefined && reference === undefined && url === undefined;
  if (isEmpty) refuse('status', 'required', 'Is required.');
})
export class PaymentRequest {
  @Choice(REPORTED, { description: 'What became of the payment; omitted, it stays as it is', example: 'paid' })
  status?: (typeof REPORTED)[number];
  @Text({ nullable: true, description: 'The payment in the system that takes it', example: 'pi_3Nk2' }) reference?: string | null;
  @PageUrl({ description: 'Where the owner pays', example: 'https://pay.example.com/pi_3Nk2' }) url?: string;
}

/** `PUT /items/:itemID/reopen` (decisions.md, section 12). */
export class ReopenRequest {
  @Text({ required: true, max: 2_000, description: 'Why the item is reopened', example: 'The guest called' })
  reason!: string;
}

/** `POST /items/:itemID/shipment` (decisions.md, section 9): omitted fields keep their value, null clears it. */
export class ShipmentRequest {
  @Choice(SHIPMENT_STATUSES, {
    required: true,
    description: 'The new status. It can only move forward; steps may be skipped.',
    example: 'in-route',
  })
  status!: ShipmentStatus;
  @Text({ nullable: true, example: 'DHL', description: 'Name of the carrier' }) carrier?: string | null;
  @Text({ nullable: true, example: '00340434161094015902', description: 'The carrier’s tracking number' })
  trackingNumber?: string | null;
  @WebUrl({ nullable: true, example: 'https://labels.example.com/7.pdf', description: 'URL of the shipping label' })
  labelUrl?: string | null;
  @Decimal({
    min: 0,
    nullable: true,
    description: 'Cost of the shipment, in the Location’s currency',
    example: 12.5,
  })
  cost?: number | null;
}
