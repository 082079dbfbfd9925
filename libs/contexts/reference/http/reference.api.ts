import type { ContextApi } from '#platform/http';
import { EVERYONE } from '#platform/kernel';

export const referenceApi: ContextApi = {
  tag: { name: 'Reference', description: 'Countries, colors and categories.', paths: ['countries', 'colors', 'categories'] },
  capabilities: { 'reference.read': { roles: EVERYONE } },
};
