import type { ContextApi } from '#platform/http';
import { ADMINS } from '#platform/kernel';

export const paymentsApi: ContextApi = { capabilities: { 'payments.refund': { roles: ADMINS } } };
