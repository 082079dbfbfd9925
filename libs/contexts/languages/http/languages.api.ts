import type { ContextApi } from '#platform/http';
import { EVERYONE } from '#platform/kernel';

export const languagesApi: ContextApi = {
  tag: { name: 'Languages', description: 'Languages for communication with item owners.', paths: ['languages'] },
  capabilities: {
    'languages.read': { roles: EVERYONE },
    'languages.add': { roles: ['group_admin'], wholeGroup: true },
  },
};
