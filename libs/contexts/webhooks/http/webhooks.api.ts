import type { ContextApi } from '#platform/http';
import { ADMINS } from '#platform/kernel';

export const webhooksApi: ContextApi = {
  tag: { name: 'Webhooks', description: 'Monitoring of notifications.' },
  capabilities: { 'webhooks.read': { roles: ADMINS }, 'webhooks.configure': { roles: ['group_admin'] } },
  log: { harmlessQueries: ['status', 'startDate', 'endDate'] },
};
