import { PaymentTables } from './0001_payments.js';

/** In order; a release only adds to the end. */
export const paymentMigrations = { 'payments/0001_payments': PaymentTables };
