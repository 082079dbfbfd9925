import type { ContextApi } from '#platform/http';
import { EDITORS, READERS } from '#platform/kernel';
import { REQUEST_WEBHOOKS } from './request.webhooks.js';

export const requestsApi: ContextApi = {
  tag: { name: 'Requests', description: 'Customer Requests: guests’ reports of lost items.', paths: ['requests'] },
  capabilities: { 'requests.read': { roles: READERS }, 'requests.edit': { roles: EDITORS } },
  webhooks: REQUEST_WEBHOOKS,
  log: { harmlessQueries: ['status', 'sort'] },
};
