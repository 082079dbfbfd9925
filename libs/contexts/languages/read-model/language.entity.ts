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

/** The Languages of its Group that a Location uses; all of them where it has not chosen. */
export const LocationLanguagesEntity = defineEntity({
  name: 'LocationLanguages',
  tableName: 'location_languages',
  properties: {
    groupId: ofGroup().primary(),
    locationId: p.text().primary(),
    languageIds: p.array(Number).columnType('int[]'),
    defaultId: p.integer(),
  },
});

/** The code of the default Language of each Location that has one of its own. */
export const LocationDefaultLanguages = defineEntity({
  name: 'LocationDefaultLanguages',
  tableName: 'location_default_languages',
  view: true,
  expression: `
    select c.group_id, c.location_id, l.code from location_languages c
    join languages l on l.group_id = c.group_id and l.id = c.default_id
    union all
    select l.group_id, l.location_id, l.code from languages l
    where l.is_default and l.location_id is not null and not exists (
      select from location_languages c where c.group_id = l.group_id and c.location_id = l.location_id)`,
  properties: { groupId: p.integer().primary(), locationId: p.text().primary(), code: p.text() },
});
