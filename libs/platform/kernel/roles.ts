import type { Role } from './caller.js';

/** Sets of roles that capabilities are granted to (decisions.md, section 5). */
export const ADMINS = ['group_admin', 'property_admin'] as const satisfies readonly Role[];
export const EDITORS = [...ADMINS, 'property_subuser'] as const satisfies readonly Role[];
export const READERS = [...EDITORS, 'overview_subuser'] as const satisfies readonly Role[];
export const EVERYONE = [...READERS, 'limited_subuser'] as const satisfies readonly Role[];
