import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { moment } from '#platform/database';

/** A Language for item owners: of the whole Group, or of one Location. A plain table, not event-sourced. */
export const LanguageEntity = defineEntity({
  name: 'Language',
  tableName: 'languages',
  properties: {
    groupId: ofGroup().primary(),
    id: p.integer().primary(),
    language: p.text(),
    code: p.text(),
    locationId: p.text().nullable(),
    isDefault: p.boolean(),
    createdAt: moment(),
    updatedAt: moment().nullable(),
  },
  indexes: [
    {
      name: 'languages_code',
      expression: `create unique index languages_code on languages (group_id, coalesce(location_id, ''), lower(code))`,
    },
    {
      name: 'languages_default',
      expression: `create unique index languages_default on languages (group_id, coalesce(location_id, '')) where is_default`,
    },
  ],
});

/** The columns of a Language that other contexts may join. */
export const LanguageDirectory = defineEntity({
  name: 'LanguageDirectory',
  tableName: 'language_directory',
  view: true,
  expression: 'select group_id, id, location_id, code, is_default from languages',
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text().nullable(),
    code: p.text(),
    isDefault: p.boolean(),
  },
});
