import type { ContextApi } from '#platform/http';
import { ADMINS } from '#platform/kernel';
import { WEBHOOK_DOCUMENTS } from './webhook-payloads.js';

export const webhooksApi: ContextApi = {
  tag: { name: 'Webhooks', description: 'Configure, test and monitor webhooks.', paths: ['webhooks'] },
  capabilities: { 'webhooks.read': { roles: ADMINS }, 'webhooks.configure': { roles: ['group_admin'], wholeGroup: true } },
  webhooks: WEBHOOK_DOCUMENTS,
  log: { harmlessQueries: ['status', 'startDate', 'endDate'] },
};
