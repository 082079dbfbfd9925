/** Role codes, from high to low (api-v2.md, User role codes). */
export const ROLES = ['group_admin', 'property_admin', 'property_subuser', 'limited_subuser', 'overview_subuser'] as const;
export type Role = (typeof ROLES)[number];

/** Sets of roles that capabilities are granted to (decisions.md, section 5). */
export const ADMINS = ['group_admin', 'property_admin'] as const satisfies readonly Role[];
export const EDITORS = [...ADMINS, 'property_subuser'] as const satisfies readonly Role[];
export const READERS = [...EDITORS, 'overview_subuser'] as const satisfies readonly Role[];
export const EVERYONE = [...READERS, 'limited_subuser'] as const satisfies readonly Role[];

/** The roles of an API token: those of users, or a carrier that may only report shipments. */
export const TOKEN_ROLES = [...ROLES, 'carrier'] as const;
export type TokenRole = (typeof TOKEN_ROLES)[number];

/** The actor: an Integration with an API token, a User with a user token, a guest with a link, or the service itself. */
export type Actor =
  | { type: 'integration'; tokenID: string }
  | { type: 'user'; userID: number }
  | { type: 'guest' }
  | { type: 'system' };

/** The Locations a caller may act in: all of its Group, deactivated ones included, or only the active ones listed. */
export type Scope = { all: true } | { all: false; locationIDs: readonly string[] };

/** The authenticated caller of one request. */
export interface Caller {
  group: { id: number; code: string };
  actor: Actor;
  /** An API token has a Group Admin's capabilities (decisions.md, section 5), unless it was created with another role. */
  role: TokenRole;
  scope: Scope;
  /** The Locations that an API token is limited to, deactivated ones included. */
  limitedTo?: readonly string[];
  requestID: string | null;
  /** Where the call came from; none of the command line and of what the service does by itself. */
  address?: string | null;
  /** The session of a user token. */
  session?: string;
  /** The Group demands a second factor of the role, and the user has none yet: it may only care for its own account. */
  lacksSecondFactor?: true;
}

/** Whether the caller may act in the Location. */
export function reaches(caller: Caller, locationID: string): boolean {
  return caller.scope.all || caller.scope.locationIDs.includes(locationID);
}

/** The Locations of a caller who has some alone. */
export function sightOf({ scope }: Caller): readonly string[] | undefined {
  return scope.all ? undefined : scope.locationIDs;
}
