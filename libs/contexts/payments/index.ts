export { GuestPayments, type Led } from './guest-payments.js';
export { PAYMENT_WORK } from './payment-work.js';
export { PaymentWorkModule } from './payment-work.module.js';
export { paymentsContext } from './payments.context.js';
export { PaymentsModule } from './payments.module.js';
export { PaymentWorker } from './work/payment-worker.js';
