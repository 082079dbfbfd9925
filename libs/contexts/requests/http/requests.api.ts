import type { ContextApi } from '#platform/http';
import { EDITORS, READERS } from '#platform/kernel';

export const requestsApi: ContextApi = {
  tag: { name: 'Requests', description: 'Customer Requests: what guests miss.' },
  capabilities: { 'requests.read': { roles: READERS }, 'requests.edit': { roles: EDITORS } },
  log: { harmlessQueries: ['status'] },
};
