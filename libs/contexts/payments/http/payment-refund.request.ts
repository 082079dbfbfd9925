import { Decimal, Text } from '#platform/http';

/** `POST /items/:itemID/payment/refund` (decisions.md, section 14). */
export class PaymentRefundRequest {
  @Decimal({ nullable: true, description: 'What is given back; null: all that is left', example: 4.5 })
  amount?: number | null;
  @Text({ required: true, max: 2_000, description: 'Why, for the history; the provider is not told', example: 'Parcel was lost' })
  reason!: string;
}
