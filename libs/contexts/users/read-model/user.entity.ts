import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { moment } from '#platform/database';
import type { Role } from '#platform/kernel';

/** The current state of a User, with its assigned access. */
export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    groupId: ofGroup().primary(),
    id: p.integer().primary(),
    username: p.text(),
    email: p.text().nullable(),
    emailValidated: p.boolean(),
    userRole: p.text().$type<Role>(),
    locationIds: p.array(),
    regionIds: p.array(Number).columnType('int[]'),
    countryIds: p.array(),
    accessAllLocations: p.boolean(),
    version: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
    /** Has had no password yet. */
    invited: p.boolean().default(false),
    disabled: p.boolean().default(false),
    secondFactor: p.boolean().default(false),
    /** The number of the link that is open, by which the password can be set. */
    passwordLink: p.integer().nullable(),
    passwordLinkUntil: moment().nullable(),
    /** The language of mails; null where that of the first Location counts. */
    language: p.text().nullable(),
    /** Whether the email is still to be verified; links to set a password go to `reset_email` until then. */
    emailPending: p.boolean().default(false),
    resetEmail: p.text().nullable(),
  },
  indexes: [
    { name: 'users_by_email', expression: 'create index users_by_email on users (lower(email)) where email is not null' },
  ],
});

/** The current state of a Region, a custom list of Locations. */
export const RegionEntity = defineEntity({
  name: 'Region',
  tableName: 'regions',
  properties: {
    groupId: ofGroup().primary(),
    id: p.integer().primary(),
    name: p.text(),
    reference: p.text().nullable(),
    locationIds: p.array(),
    version: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** Counts the changes of a Group's access, so that a decision is repeated when its facts have changed meanwhile. */
export const AccessVersionEntity = defineEntity({
  name: 'AccessVersion',
  tableName: 'access_versions',
  properties: {
    groupId: ofGroup().primary(),
    version: p.integer(),
  },
});

/** The columns of a User that other contexts may join, with the active Locations that its access covers. */
export const UserDirectory = defineEntity({
  name: 'UserDirectory',
  tableName: 'user_directory',
  view: true,
  expression: `
    select group_id, id, username, email, user_role, access_all_locations, array(
      select l.location_id from location_directory l
      where l.group_id = users.group_id and l.active and (
        users.access_all_locations or l.country_id = any(users.country_ids) or l.location_id in (
          select unnest(users.location_ids)
          union all
          select unnest(r.location_ids) from regions r where r.group_id = users.group_id and r.id = any(users.region_ids)
        )
      )
      order by l.id
    ) as location_ids, invited, disabled, second_factor, password_link, password_link_until, email_validated,
      language, email_pending, case when email_pending then reset_email else email end as reset_email
    from users`,
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    username: p.text(),
    email: p.text().nullable(),
    userRole: p.text().$type<Role>(),
    accessAllLocations: p.boolean(),
    locationIds: p.array(),
    invited: p.boolean(),
    disabled: p.boolean(),
    secondFactor: p.boolean(),
    passwordLink: p.integer().nullable(),
    passwordLinkUntil: moment().nullable(),
    emailValidated: p.boolean(),
    language: p.text().nullable(),
    emailPending: p.boolean(),
    /** Where links to set a password go. */
    resetEmail: p.text().nullable(),
  },
});
