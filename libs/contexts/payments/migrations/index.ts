import { PaymentTables } from './0001_payments.js';
import { PaymentEndings } from './0002_endings.js';

/** In order of execution; a release may only append. */
export const paymentMigrations = {
  'payments/0001_payments': PaymentTables,
  'payments/0002_endings': PaymentEndings,
};
