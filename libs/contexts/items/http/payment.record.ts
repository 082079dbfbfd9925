import { ApiProperty } from '@nestjs/swagger';
import {
  PAYMENT_PROBLEMS,
  PAYMENT_PROVIDERS,
  PAYMENT_STATUSES,
  type Payment,
  type PaymentProblem,
  type PaymentStatus,
} from '../domain/item.values.js';

/** The owner's price of the shipment. */
export class PaymentRecord {
  @ApiProperty({ type: String, enum: PAYMENT_STATUSES, example: 'open', description: 'What became of it' })
  status!: PaymentStatus;
  @ApiProperty({ type: Number, example: 9.9, description: 'What is paid' }) amount!: number;
  @ApiProperty({ type: String, example: 'EUR', description: 'Currency (ISO 4217)' }) currency!: string;
  @ApiProperty({ type: String, nullable: true, example: 'https://pay.example.com/pi_3Nk2', description: 'Where the owner pays' })
  url!: string | null;
  @ApiProperty({
    type: String,
    enum: PAYMENT_PROVIDERS,
    nullable: true,
    example: 'stripe',
    description: 'The provider on whose page it is paid; null where the guest was not led to one',
  })
  provider!: string | null;
  @ApiProperty({ type: String, nullable: true, example: 'cs_test_a1', description: 'The payment in the system that takes it' })
  reference!: string | null;
  @ApiProperty({
    type: String,
    enum: PAYMENT_PROBLEMS,
    nullable: true,
    example: null,
    description:
      '`amount`: other money than was asked for has come; `refund-failed`: what was to be given back has not arrived; null where there ' +
      'is no problem',
  })
  problem!: PaymentProblem | null;
  @ApiProperty({ type: Number, example: 0, description: 'What was given back so far' }) refunded!: number;
}

export function paymentRecord({ paymentStatus: status, amount, currency, url, reference, ...there }: Payment): PaymentRecord {
  // Before it could be given back by its provider, only that it was is known.
  const { provider = null, problem = null, refunded = status === 'refunded' ? amount : 0 } = there;
  return { status, amount, currency, url, provider, reference, problem, refunded };
}
