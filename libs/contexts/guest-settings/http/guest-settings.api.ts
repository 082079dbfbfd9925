import type { ContextApi } from '#platform/http';

export const guestSettingsApi: ContextApi = {
  capabilities: { 'guest-settings.group': { roles: ['group_admin'], wholeGroup: true } },
};
