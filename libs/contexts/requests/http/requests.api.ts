import type { ContextApi } from '#platform/http';
import { EDITORS, READERS } from '#platform/kernel';

export const requestsApi: ContextApi = {
  tag: { name: 'Requests', description: 'Customer Requests: guests’ reports of lost items.', paths: ['requests'] },
  capabilities: { 'requests.read': { roles: READERS }, 'requests.edit': { roles: EDITORS } },
  log: { harmlessQueries: ['status', 'sort'] },
};
