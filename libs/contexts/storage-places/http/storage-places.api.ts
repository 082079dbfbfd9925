import type { ContextApi } from '#platform/http';
import { EDITORS, READERS } from '#platform/kernel';

export const storagePlacesApi: ContextApi = {
  tag: {
    name: 'Storage places',
    description: 'Where a Location stores what was found: rooms, shelves, boxes.',
    paths: ['storage-places'],
  },
  capabilities: {
    'storage-places.read': { roles: READERS },
    'storage-places.edit': { roles: EDITORS },
  },
};
