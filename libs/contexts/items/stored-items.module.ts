import { Global, Module } from '@nestjs/common';
import { sql } from 'kysely';
import { STORED_ITEMS, type StoredItems } from '#contexts/storage-places';
import { literals, statement } from '#platform/database';
import { LEFT } from './domain/item.statuses.js';
import type { ItemStatus } from './domain/item.values.js';

const GONE = literals<ItemStatus>(LEFT);

const storedItems: StoredItems = {
  counting: (groupID, placeIDs) =>
    statement(sql<{ id: number; count: number }>`
      select storage_place_id as id, count(*)::int as count from items
      where group_id = ${groupID}::int and storage_place_id = any(${placeIDs}::int[]) and status <> 'deleted' and status not in ${GONE}
      group by 1`),
};

/** Counts what lies in storage places; global, because they know nothing of items. */
@Global()
@Module({ providers: [{ provide: STORED_ITEMS, useValue: storedItems }], exports: [STORED_ITEMS] })
export class StoredItemsModule {}
