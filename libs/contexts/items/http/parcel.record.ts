import { ApiProperty } from '@nestjs/swagger';
import { recordTimestamp } from '#platform/kernel';
import { SHIPMENT_PROBLEMS, type Shipment, type ShipmentProblem, UNKNOWN_SHIPMENT } from '../domain/item.values.js';

const text = (example: string | null) => ({ type: String, nullable: true, example }) as const;

/** The parcel of an item, as far as it is known. */
export class ParcelRecord {
  @ApiProperty({ ...text('sendcloud'), description: 'Whom its label was bought from here; null where it was not' })
  provider!: string | null;
  @ApiProperty({ ...text('DHL'), description: 'Name of the carrier' }) carrier!: string | null;
  @ApiProperty({ ...text('dhl:parcel_connect'), description: 'The service that was bought' }) service!: string | null;
  @ApiProperty({ ...text('00340434161094015902'), description: 'The carrier’s tracking number' }) trackingNumber!: string | null;
  @ApiProperty({ ...text('https://track.example.com/00340434161094015902'), description: 'The carrier’s page about it' })
  trackingUrl!: string | null;
  @ApiProperty({ type: Number, nullable: true, example: 12.5, description: 'Cost of the shipment' }) cost!: number | null;
  @ApiProperty({ ...text('EUR'), description: 'Its currency (ISO 4217); null: the Location’s' }) currency!: string | null;
  @ApiProperty({ ...text('https://labels.example.com/7.pdf'), description: 'URL of the shipping label' })
  labelUrl!: string | null;
  @ApiProperty({ ...text('2026-11-21 10:00:00.000'), description: 'When its label was bought, UTC' }) bookedAt!: string | null;
  @ApiProperty({
    type: String,
    enum: SHIPMENT_PROBLEMS,
    nullable: true,
    example: null,
    description: 'The trouble that the carrier tells of; `void-refused`: a label that was to be void was not',
  })
  problem!: ShipmentProblem | null;
}

/** A shipment as records show it. */
export function parcelRecord(shipment: Shipment): ParcelRecord {
  // Earlier releases knew less.
  const { provider, carrier, service, trackingNumber, trackingUrl, cost, currency, labelUrl, bookedAt, problem } = {
    ...UNKNOWN_SHIPMENT,
    ...shipment,
  };
  const booked = bookedAt && recordTimestamp(bookedAt);
  return { provider, carrier, service, trackingNumber, trackingUrl, cost, currency, labelUrl, bookedAt: booked, problem };
}

/** The same, or null where nothing is known of it. */
export function knownParcel(shipment: Shipment | null): ParcelRecord | null {
  return shipment && Object.values(shipment).some((value) => value !== null) ? parcelRecord(shipment) : null;
}
