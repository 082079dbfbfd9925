import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';
import type { Role } from '#platform/kernel';

/** A User as it stands now, with what is assigned to it. */
export const UserEntity = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    groupId: p.integer().primary(),
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
  },
});

/** A custom list of Locations as it stands now. */
export const RegionEntity = defineEntity({
  name: 'Region',
  tableName: 'regions',
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    name: p.text(),
    reference: p.text().nullable(),
    locationIds: p.array(),
    version: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
  },
});

/** Counts the changes of a Group's access, so that a decision on facts that have changed meanwhile is made again. */
export const AccessVersionEntity = defineEntity({
  name: 'AccessVersion',
  tableName: 'access_versions',
  properties: {
    groupId: p.integer().primary(),
    version: p.integer(),
  },
});
