import { COUNTRY_CODES } from '#contexts/reference';
import { Choice, Codes, Email, Flag, IntegerList, PageQuery, Text, TextList } from '#platform/http';
import { ROLES, type Role } from '#platform/kernel';
import type { LocationAccess } from '../domain/location-access.js';
import { Password, Username } from './user.fields.js';

/** The users listing has a default limit of 500 (api-v2.md, Limits). */
export class UsersQuery extends PageQuery(500) {}

/** `POST /users` (api-v2.md, Users). */
export class NewUser {
  @Username({ required: true }) username!: string;
  @Password({ required: true }) password!: string;
  @Text({ required: true, description: 'The first Location that the user gets access to', example: 'demo:1' })
  locationID!: string;
  @Email({ nullable: true, example: 'sanne@example.com', description: 'Email address for notifications and single sign-on' })
  email?: string | null;
  @Choice(ROLES, { required: true, example: 'property_subuser', description: 'Role code' }) userRole!: Role;
}

/** `POST /users/invitations` (decisions.md, section 11). */
export class NewInvitation {
  @Username({ required: true }) username!: string;
  @Email({ required: true, example: 'sanne@example.com', description: 'Where the invitation is sent' }) email!: string;
  @Text({ required: true, description: 'The first Location that the user gets access to', example: 'demo:1' })
  locationID!: string;
  @Choice(ROLES, { required: true, example: 'property_subuser', description: 'Role code' }) userRole!: Role;
}

/** `PUT /users/:userID/disabled`. */
export class Disabling {
  @Flag({ required: true, description: 'Whether the user is kept from signing in', example: true }) disabled!: boolean;
}

/** `PUT /users/:userID`: omitted fields keep their value. */
export class UserUpdate {
  @Email({ nullable: true, example: 'sanne@example.com', description: 'Email address for notifications and single sign-on' })
  email?: string | null;
  @Password({ description: 'New password; ends the user’s sessions. One that is easy to guess is refused as `too_weak`' })
  password?: string;
  @Username() username?: string;
  @Choice(ROLES, { example: 'property_subuser', description: 'Role code' }) userRole?: Role;
}

class Assignments {
  @TextList({ example: ['demo:1'], description: 'IDs of Locations' }) locationIDs?: string[];
  @Codes(COUNTRY_CODES, { example: ['NL'], description: 'Alpha-2 codes of Countries; include Locations created there later' })
  countryIDs?: string[];
  @IntegerList({ example: [], description: 'IDs of the assigned Regions' }) regionIDs?: number[];
}

/** `POST /users/:userID/locations` (api-v2.md, Users). */
export class AccessToGive extends Assignments {
  @Flag({ description: 'Access to every Location of the Group', example: false }) addAccessAllLocations?: boolean;
}

/** `DELETE /users/:userID/locations` (api-v2.md, Users). */
export class AccessToTake extends Assignments {
  @Flag({ description: 'Removes access to all Locations; other assignments stay', example: false })
  removeAccessAllLocations?: boolean;
}

/** The access that is given or taken. */
export function accessOf(
  { locationIDs = [], regionIDs = [], countryIDs = [] }: Assignments,
  accessAllLocations = false,
): LocationAccess {
  return { locationIDs, regionIDs, countryIDs, accessAllLocations };
}
