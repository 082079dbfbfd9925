import type { ContextApi } from '#platform/http';

export const importsApi: ContextApi = {
  tag: { name: 'Imports', description: 'Items registered from a file.', paths: ['imports'] },
  capabilities: { 'items.import': { roles: ['group_admin', 'property_admin'] } },
};
