import type { ContextApi } from '#platform/http';
import { ADMINS, EDITORS } from '#platform/kernel';

export const staysApi: ContextApi = {
  tag: {
    name: 'Stays',
    description: 'Who stayed in which room: pushed by the reservation system, read where something is found.',
  },
  capabilities: { 'stays.read': { roles: EDITORS }, 'stays.write': { roles: ADMINS } },
};
