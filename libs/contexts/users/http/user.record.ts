import { ApiProperty } from '@nestjs/swagger';
import { LANGUAGES } from '#contexts/texts';
import { BEYOND, Shown } from '#platform/http';
import { optionalTimestamp, ROLES, type Role, recordTimestamp } from '#platform/kernel';
import type { UserRow } from '../read-model/user.queries.js';

const LOCATIONS = 'Assigned Locations that are active and that the caller has access to';

const USER_STATES = ['invited', 'active', 'disabled'] as const;
type UserState = (typeof USER_STATES)[number];

/** The access assigned to a User (api-v2.md, locationAccess). */
export class LocationAccessRecord {
  static readonly versioned = 'partly';
  @Shown([String], LOCATIONS, ['demo:1']) locationIDs!: string[];
  @ApiProperty({ type: 'array', items: { type: 'integer' }, example: [], description: 'IDs of the assigned Regions' })
  regionIDs!: number[];
  @Shown([String], 'Alpha-2 codes of the assigned Countries; include Locations created there later', ['NL'])
  countryIDs!: string[];
  @Shown(Boolean, 'Whether the user has access to every Location of the Group', false)
  accessAllLocations!: boolean;
}

/** The User record (api-v2.md, User). */
export class UserRecord {
  static readonly versioned = 'partly';
  @ApiProperty({ type: 'integer', example: 1, description: 'Identifier' }) ID!: number;
  @ApiProperty({ type: String, example: 'sanne', description: 'Login name, unique across the service' }) username!: string;
  @Shown(LocationAccessRecord, 'The user’s access to Locations')
  locationAccess!: LocationAccessRecord;
  @ApiProperty({
    type: String,
    nullable: true,
    example: 'sanne@example.com',
    description: 'Email address for notifications and single sign-on',
  })
  email!: string | null;
  @ApiProperty({ type: Boolean, example: false, description: 'Whether the email address has been verified' })
  email_validated!: boolean;
  @ApiProperty({ type: String, enum: ROLES, example: 'property_admin', description: 'Role code' }) userRole!: Role;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was created, UTC' })
  createdAt!: string;
  @ApiProperty({ type: String, example: '2026-11-21 10:00:00.000', description: 'When the record was last changed, UTC' })
  updatedAt!: string;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'When the user last signed in, UTC' }) lastLoginAt!:
    | string
    | null;
  @ApiProperty({
    type: String,
    enum: USER_STATES,
    ...BEYOND,
    example: 'active',
    description: '`invited`: has not set a password yet; `disabled`: is kept from signing in',
  })
  state!: UserState;
  @ApiProperty({
    type: String,
    enum: Object.keys(LANGUAGES),
    nullable: true,
    ...BEYOND,
    example: 'en',
    description: 'Language of the emails to the user; null for that of the first Location',
  })
  language!: string | null;
}

export function userRecord(row: UserRow): UserRecord {
  return {
    ID: row.id,
    username: row.username,
    locationAccess: locationAccessRecord(row),
    email: row.email,
    email_validated: row.email_validated,
    userRole: row.user_role,
    createdAt: recordTimestamp(row.created_at),
    updatedAt: recordTimestamp(row.updated_at),
    lastLoginAt: optionalTimestamp(row.last_login_at),
    state: stateOf(row),
    language: row.language,
  };
}

export function locationAccessRecord(row: UserRow): LocationAccessRecord {
  return {
    locationIDs: row.location_ids,
    regionIDs: row.region_ids,
    countryIDs: row.country_ids,
    accessAllLocations: row.access_all_locations,
  };
}

/** `disabled` before `invited`: who is both cannot sign in. */
export function stateOf({ disabled, invited }: Pick<UserRow, 'disabled' | 'invited'>): UserState {
  if (disabled) return 'disabled';
  return invited ? 'invited' : 'active';
}
