import { defineEntity, p } from '@mikro-orm/postgresql';
import type { GeneratedAlways } from 'kysely';
import { json, moment } from '#platform/database';
import type { Role } from '#platform/kernel';

/** One account holder; everything belongs to exactly one Group. */
export const GroupEntity = defineEntity({
  name: 'Group',
  tableName: 'groups',
  properties: {
    id: p.integer().primary().generated('identity').$type<GeneratedAlways<number>>(),
    code: p.text().unique(),
    name: p.text(),
    createdAt: moment(),
    /** Whether its users may sign in at the identity provider. */
    sso: p.boolean().default(false),
    /** How many days after its end an item or Request keeps personal data; null keeps it forever. */
    retentionDays: p.integer().nullable(),
    /** The roles that need a second factor. */
    secondFactorRoles: p.array().$type<Role[]>().default([]),
    /** The email domains that are its own, in lower case. */
    ssoDomains: p.array().default([]),
    /** For Categories that keep it otherwise, their days; null where none does. */
    retentionByCategory: json<Readonly<Record<string, number>>>().nullable(),
  },
  checks: [
    { property: 'code', expression: `code ~ '^[a-z0-9-]{1,32}$'` },
    { property: 'retentionDays', expression: 'retention_days between 1 and 3650' },
  ],
});

/** The columns of a Group that other contexts may join. */
export const GroupDirectory = defineEntity({
  name: 'GroupDirectory',
  tableName: 'group_directory',
  view: true,
  expression: 'select id, code, sso from groups',
  properties: { id: p.integer().primary(), code: p.text(), sso: p.boolean() },
});

/** The Groups that may sign in at the identity provider, and the email domains that are their own. */
export const GroupSso = defineEntity({
  name: 'GroupSso',
  tableName: 'group_sso',
  view: true,
  expression: 'select id, code, sso_domains from groups where sso',
  properties: { id: p.integer().primary(), code: p.text(), ssoDomains: p.array() },
});

/** A Group as sign-in knows it: its names, and the roles that need a second factor. */
export const GroupAccounts = defineEntity({
  name: 'GroupAccounts',
  tableName: 'group_accounts',
  view: true,
  expression: 'select id, code, name, second_factor_roles from groups',
  properties: {
    id: p.integer().primary(),
    code: p.text(),
    name: p.text(),
    secondFactorRoles: p.array().$type<Role[]>(),
  },
});

/** The column of a table that holds the Group of a row. */
export function ofGroup() {
  return p.manyToOne(GroupEntity).mapToPk().fieldName('group_id').$type<number>().updateRule('no action').deleteRule('no action');
}
