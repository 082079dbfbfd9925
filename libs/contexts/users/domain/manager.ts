import { ROLES, type Role } from '#platform/kernel';
import { activeCoverage, covers, type LocationAccess, type Territory } from './location-access.js';
import { NotPermitted } from './user.errors.js';

/** The caller who manages users: a User, or an Integration (or the command line) with a Group Admin's all-Locations access. */
export interface Manager {
  userID: number | null;
  role: Role;
  access: LocationAccess;
}

/** The roles that may manage users at all (decisions.md, section 5). */
export const MANAGING_ROLES: readonly Role[] = ['group_admin', 'property_admin'];

/** Whether the manager has access to every Location, including deactivated ones. */
export function reachesAll({ role, access }: Manager): boolean {
  return role === 'group_admin' && access.accessAllLocations;
}

/** The Locations that the manager may act on and refer to. */
export function reachOf(manager: Manager, territory: Territory): Set<string> {
  if (reachesAll(manager)) return new Set(territory.locations.map(({ locationID }) => locationID));
  return activeCoverage(manager.access, territory);
}

/** A user is visible to itself, to managers who share an active Location with it, and to those with access to everything. */
export function sees(manager: Manager, userID: number, access: LocationAccess, territory: Territory): boolean {
  if (manager.userID === userID || reachesAll(manager)) return true;
  const reach = reachOf(manager, territory);
  return [...activeCoverage(access, territory)].some((locationID) => reach.has(locationID));
}

/** @throws NotPermitted unless the manager's access covers all of the user's and its role is not lower (decisions.md, section 9) */
export function assertMayChange(manager: Manager, userRole: Role, access: LocationAccess, territory: Territory): void {
  assertMayGiveRole(manager, userRole);
  if (!covers(manager.access, access, territory)) throw new NotPermitted('The user has access that you do not have yourself.');
}

/** @throws NotPermitted for a role above the manager's own: a Property Admin never creates or changes a Group Admin */
export function assertMayGiveRole(manager: Manager, userRole: Role): void {
  if (ROLES.indexOf(userRole) < ROLES.indexOf(manager.role)) throw new NotPermitted('The role is above your own.');
}
