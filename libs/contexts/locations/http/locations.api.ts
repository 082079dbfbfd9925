import type { ContextApi } from '#platform/http';
import { ADMINS, EDITORS, EVERYONE } from '#platform/kernel';
import { LOCATION_WEBHOOKS } from './location.webhooks.js';

export const locationsApi: ContextApi = {
  tag: { name: 'Locations', description: 'Establishments of the Group, such as hotels.', paths: ['locations', 'guest-settings'] },
  capabilities: {
    'locations.read': { roles: EVERYONE },
    'locations.add': { roles: ['group_admin'], wholeGroup: true },
    'locations.edit': { roles: ADMINS },
    // Shipping rates, and what guests are shown: what those at the desk are asked for.
    'locations.terms': { roles: EDITORS },
  },
  problems: {
    location_deactivated: { status: 409, title: 'The Location is deactivated', remedy: 'Reactivate the Location first.' },
  },
  webhooks: LOCATION_WEBHOOKS,
  log: { harmlessQueries: ['locationID'] },
};
