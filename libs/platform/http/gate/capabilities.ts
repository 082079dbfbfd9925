import type { Caller } from '#platform/kernel';

const ADMINS = ['group_admin', 'property_admin'] as const;
const EDITORS = [...ADMINS, 'property_subuser'] as const;
const READERS = [...EDITORS, 'overview_subuser'] as const;
const REGISTRARS = [...EDITORS, 'limited_subuser'] as const;
const EVERYONE = [...READERS, 'limited_subuser'] as const;

/**
 * Which role may do what: the table of decisions.md, section 5. An API token acts as a group_admin,
 * or as a carrier, which is no role of users.
 * Which Locations, users and items are within reach is decided where they are read, not here.
 */
export const CAPABILITIES = {
  'users.read': ADMINS,
  'users.write': ADMINS,
  'reference.read': EVERYONE,
  'roles.read': EVERYONE,
  'languages.read': EVERYONE,
  'locations.read': EVERYONE,
  'locations.add': ['group_admin'],
  'locations.edit': ADMINS,
  'items.read': READERS,
  'items.register': REGISTRARS,
  'items.upload-image': REGISTRARS,
  'items.edit': EDITORS,
  'shipments.report': [...EDITORS, 'carrier'],
  'requests.read': READERS,
  'requests.edit': EDITORS,
  'webhooks.read': ADMINS,
  'webhooks.configure': ['group_admin'],
  'regions.read': ADMINS,
  'regions.manage': ['group_admin'],
} as const satisfies Record<string, readonly Caller['role'][]>;

export type Capability = keyof typeof CAPABILITIES;

/** Those need the API token or a group_admin with all-Locations access (decisions.md, sections 5 and 9). */
const WHOLE_GROUP: ReadonlySet<Capability> = new Set(['locations.add', 'regions.manage']);

/** Whether the caller's role has the capability. */
export function isAllowed(caller: Caller, capability: Capability): boolean {
  const roles: readonly Caller['role'][] = CAPABILITIES[capability];
  return roles.includes(caller.role) && (caller.scope.all || !WHOLE_GROUP.has(capability));
}
