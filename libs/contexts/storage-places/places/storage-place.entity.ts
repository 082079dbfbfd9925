import { defineEntity, p } from '@mikro-orm/postgresql';
import { ofGroup } from '#contexts/groups';
import { moment } from '#platform/database';

/** A storage place of a Location. A place that was deleted stays, as items that are long finished still name it. */
export const StoragePlaceEntity = defineEntity({
  name: 'StoragePlace',
  tableName: 'storage_places',
  properties: {
    groupId: ofGroup().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
    name: p.text(),
    code: p.text(),
    parentId: p.integer().nullable(),
    /** The names from the top to itself; written with every change above it. */
    path: p.text(),
    /** The IDs from the top to itself. */
    trail: p.array(Number).columnType('int[]'),
    version: p.integer(),
    createdAt: moment(),
    updatedAt: moment(),
    deleted: p.boolean().default(false),
  },
  indexes: [
    {
      name: 'storage_places_code',
      expression:
        'create unique index storage_places_code on storage_places (group_id, location_id, lower(code)) where not deleted',
    },
  ],
});

/** The columns of a storage place that other contexts may join; one that was deleted has no path. */
export const StoragePlacePaths = defineEntity({
  name: 'StoragePlacePaths',
  tableName: 'storage_place_paths',
  view: true,
  expression: `
    select group_id, id, location_id, name, code, trail, case when not deleted then path end as path from storage_places`,
  properties: {
    groupId: p.integer().primary(),
    id: p.integer().primary(),
    locationId: p.text(),
    name: p.text(),
    code: p.text(),
    trail: p.array(Number).columnType('int[]'),
    path: p.text().nullable(),
  },
});
