import { Body, Controller, Headers, Post } from '@nestjs/common';
import { ItemQueries, ItemRecord, itemRecord } from '#contexts/items';
import { Beyond, CurrentCaller, Endpoint, ID, Problems, Requires, versioned } from '#platform/http';
import { Replays } from '#platform/idempotency';
import { type Caller } from '#platform/kernel';
import { RefundPayment } from '../refund-payment.js';
import { PaymentRefundRequest } from './payment-refund.request.js';

/** The way back of what guests paid at a provider (decisions.md, section 14, Payment). */
@Beyond()
@Controller('api/v2/items/:itemID')
export class PaymentRefundController {
  constructor(
    private readonly refunds: RefundPayment,
    private readonly items: ItemQueries,
  ) {}

  @Post('payment/refund')
  @Requires('payments.refund')
  @Replays(
    async (given: PaymentRefundController, { caller, first }) => versioned(await given.items.one(caller, first.ID), itemRecord),
    undefined,
    'outside',
  )
  @Endpoint('refundItemPayment', 'Give back what the guest paid', {
    description:
      'Gives money back by the provider at which the guest paid: an `amount`, or all that is left. `payment.refunded` is the sum so far; ' +
      'the payment is `refunded` once nothing is left, which leaves the status. The `reason` stands in the history, and is not sent. 409 ' +
      '`transition_not_allowed` where nothing was paid at a provider, 400 `out_of_range` for nothing or more than is left, 409 ' +
      '`conflict` with the provider’s words where it says no. After 503 the service goes on by itself; asked for again, it is the ' +
      'same refund.',
    answers: ItemRecord,
  })
  @Problems('transition_not_allowed', 'conflict', 'unavailable')
  async refund(
    @CurrentCaller() caller: Caller,
    @ID('itemID') itemID: number,
    @Body() body: PaymentRefundRequest,
    @Headers('idempotency-key') key: string | null = null,
  ) {
    const { amount = null, reason } = body;
    return versioned(await this.refunds.execute(caller, itemID, { amount, reason, key }), itemRecord);
  }
}
