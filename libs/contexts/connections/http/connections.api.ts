import type { ContextApi } from '#platform/http';

export const connectionsApi: ContextApi = {
  tag: {
    name: 'Connected systems',
    description: 'Those who carry and who are paid, reservation systems and mailboxes.',
    paths: ['connections', 'provider-events'],
  },
  capabilities: { 'connections.manage': { roles: ['group_admin'], wholeGroup: true } },
  log: { secretsBehind: ['/api/v2/provider-events/'] },
};
