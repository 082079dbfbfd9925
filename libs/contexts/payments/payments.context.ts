import { paymentsApi } from './http/payments.api.js';
import { paymentMigrations } from './migrations/index.js';
import { PaymentsModule } from './payments.module.js';
import { PaymentPageEntity, PaymentRefundEntity } from './store/payment.entity.js';
import { SEALED_REFUNDS } from './store/payment-refunds.js';

/** This context, as the service takes it. */
export const paymentsContext = {
  module: PaymentsModule,
  api: paymentsApi,
  entities: [PaymentPageEntity, PaymentRefundEntity],
  sealed: [SEALED_REFUNDS],
  migrations: paymentMigrations,
};
