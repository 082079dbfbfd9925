import type { ContextApi } from '#platform/http';
import { EDITORS, READERS } from '#platform/kernel';

const REGISTRARS = [...EDITORS, 'limited_subuser'] as const;

export const itemsApi: ContextApi = {
  tag: { name: 'Items', description: 'Belongings that were left behind.' },
  capabilities: {
    'items.read': { roles: READERS },
    'items.register': { roles: REGISTRARS },
    'items.upload-image': { roles: REGISTRARS },
    'items.edit': { roles: EDITORS },
    'shipments.report': { roles: [...EDITORS, 'carrier'] },
  },
  // Requests are refused by it too.
  problems: {
    external_id_taken: { status: 409, title: 'The externalID is taken' },
    transition_not_allowed: { status: 409, title: 'The status can not be left this way' },
  },
  log: { harmlessQueries: ['status', 'category', 'color'] },
};
