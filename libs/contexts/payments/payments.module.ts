import { Module } from '@nestjs/common';
import { ConnectionsModule } from '#contexts/connections';
import { ItemsModule } from '#contexts/items';
import { GuestPayments } from './guest-payments.js';
import { PaymentRefundController } from './http/payment-refund.controller.js';
import { RefundPayment } from './refund-payment.js';
import { PaymentPages } from './store/payment-pages.js';
import { PaymentRefunds } from './store/payment-refunds.js';
import { FailedRefunds } from './work/failed-refunds.js';
import { GivingBack } from './work/giving-back.js';
import { IncomingPayments } from './work/incoming-payments.js';
import { LeftConnections } from './work/left-connections.js';
import { PaymentWorker } from './work/payment-worker.js';

@Module({
  imports: [ConnectionsModule, ItemsModule],
  controllers: [PaymentRefundController],
  providers: [
    PaymentPages,
    PaymentRefunds,
    FailedRefunds,
    IncomingPayments,
    GivingBack,
    LeftConnections,
    PaymentWorker,
    GuestPayments,
    RefundPayment,
  ],
  exports: [GuestPayments, PaymentWorker],
})
export class PaymentsModule {}
