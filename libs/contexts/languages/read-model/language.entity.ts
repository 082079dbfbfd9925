import { defineEntity, p } from '@mikro-orm/postgresql';
import { moment } from '#platform/database';

/** A Language used with item owners: of the whole Group, or of one Location. A plain table: nothing about it is an event. */
export const LanguageEntity = defineEntity({
  name: 'Language',
  tableName: 'languages',
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    language: p.text(),
    code: p.text(),
    locationId: p.text().nullable(),
    isDefault: p.boolean(),
    createdAt: moment(),
    updatedAt: moment().nullable(),
  },
});
