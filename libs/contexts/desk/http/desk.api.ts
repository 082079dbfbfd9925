import type { ContextApi } from '#platform/http';

export const deskApi: ContextApi = {
  tag: {
    name: 'Desk',
    description: 'Items and Requests together, as those at the front desk ask for them, and what waits for them.',
    paths: ['desk', 'search'],
  },
  capabilities: { 'retention.decide': { roles: ['group_admin'], wholeGroup: true } },
};
