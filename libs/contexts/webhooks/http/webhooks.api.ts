import type { ContextApi } from '#platform/http';
import { ADMINS } from '#platform/kernel';

export const webhooksApi: ContextApi = {
  tag: { name: 'Webhooks', description: 'Configure, test and monitor webhooks.', paths: ['webhooks'] },
  capabilities: { 'webhooks.read': { roles: ADMINS }, 'webhooks.configure': { roles: ['group_admin'], wholeGroup: true } },
  log: { harmlessQueries: ['status', 'startDate', 'endDate'] },
};
