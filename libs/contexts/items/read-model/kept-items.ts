import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { Database, type Reach, type Slots, type Statement, template } from '#platform/database';
import { EventStore, Kept } from '#platform/event-store';
import { type Page, pageOf } from '#platform/kernel';
import { itemStream } from '../item.stream.js';
import { type ItemRow, RECORD, REGISTERED_BY_NAME, STORAGE_PLACE } from './item.entity.js';
import { within } from './item.filters.js';
import { type NewestFirst, newestOf } from './item.listing.js';

/** How much of all rows is kept, in characters of their JSON. */
const MOST = 8_000_000;

/** How many records are remembered as read once: the second time one is kept. */
const MOST_READ_ONCE = 10_000;

/** Is another one with each write of the row, and with each name in its record that another table has. */
const STAMP = sql<string>`concat_ws(E'\n', items.xmin, updated_at, ${REGISTERED_BY_NAME}, ${STORAGE_PLACE})`.as('stamp');

type Stamped<Row> = Row & { stamp: string };

type Stamps = (values: Omit<NewestFirst, 'most'>) => Statement<Stamped<{ id: number }>>;

/**
 * By how many are read, built once each. The number is written into the statement: PostgreSQL would plan one with a parameter in its place
 * for each execution, which costs more than all else.
 */
const stamps = new Map<number, Stamps>();

function stampsOf(most: number): Stamps {
  const known = stamps.get(most);
  if (known) return known;
  const built = template<Omit<NewestFirst, 'most'>, Stamped<{ id: number }>>((values) =>
    newestOf({ ...values, most: sql.lit(most) }).select(['id', STAMP]),
  );
  stamps.set(most, built);
  return built;
}

/** An item that is read by its number. Statements are built once for callers of a whole Group, and once for those of some Locations. */
export interface OneItem {
  groupID: number;
  itemID: number;
  locationIDs?: readonly string[];
}

const readable = ({ groupID, itemID, locationIDs }: Slots<OneItem>) => {
  const scope: Reach['scope'] = locationIDs === undefined ? { all: true } : { all: false, locationIDs };
  return within({ group: { id: groupID }, scope }).where('id', '=', itemID);
};

const oneStamp = template<OneItem, { stamp: string }>((one) => readable(one).select(STAMP));
const oneItem = template<OneItem, ItemRow>((one) => readable(one).select(RECORD));
const oneStamped = template<OneItem, Stamped<ItemRow>>((one) => readable(one).select([...RECORD, STAMP]));

const rowsOf = template<{ groupID: number; ids: readonly number[] }, Stamped<ItemRow>>(({ groupID, ids }) =>
  within({ group: { id: groupID }, scope: { all: true } })
    .select([...RECORD, STAMP])
    .where('id', '=', sql<number>`any(${ids}::int[])`),
);

/**
 * Items that are read again and again: the newest of a Group, and those asked for twice. PostgreSQL says which they are, whether the
 * caller may see them and whether each is unchanged; an unchanged row is the same object, so that what was made of it is not made again.
 */
@Injectable()
export class KeptItems implements OnModuleDestroy {
  private readonly rows = new Kept<Stamped<ItemRow>>({ maxSize: MOST, sizeCalculation: (row) => JSON.stringify(row).length });

  private readonly readOnce = new LRUCache<string, true>({ max: MOST_READ_ONCE });

  constructor(
    private readonly database: Database,
    store: EventStore,
  ) {
    // Erased data leaves the memory at once.
    store.onCommitted(({ events }) => {
      for (const { stream } of events) if (stream.type === itemStream.type) this.rows.delete(keyOf(stream.groupID, stream.id));
    });
  }

  onModuleDestroy(): void {
    this.rows.close();
  }

  /** Whether the row will be the same object when it is read again. */
  isKept(row: ItemRow): boolean {
    return this.rows.peek(keyOf(row.group_id, row.id)) === row;
  }

  /** @returns undefined when there is no such item for the caller */
  async one(item: OneItem): Promise<ItemRow | undefined> {
    const key = keyOf(item.groupID, item.itemID);
    const kept = this.rows.get(key);
    if (kept) {
      const [[found]] = await this.database.lookUp<[{ stamp: string }]>(item.groupID, oneStamp(item));
      if (!found || found.stamp === kept.stamp) return found && kept;
    } else if (!this.readOnce.has(key)) {
      this.readOnce.set(key, true);
      return (await this.database.lookUp<[ItemRow]>(item.groupID, oneItem(item)))[0][0];
    }
    const [[row]] = await this.database.lookUp<[Stamped<ItemRow>]>(item.groupID, oneStamped(item));
    if (row) this.rows.set(key, row);
    return row;
  }

  async newest({ most, ...place }: NewestFirst): Promise<Page<ItemRow>> {
    const { groupID } = place;
    const [found] = await this.database.lookUp<[Stamped<{ id: number }>]>(groupID, stampsOf(most)(place));
    const { records, hasMore, total } = pageOf(found, most - 1);
    const known = records.map(({ id, stamp }) => {
      const row = this.rows.get(keyOf(groupID, id));
      return row?.stamp === stamp ? row : undefined;
    });
    const ids = records.flatMap(({ id }, at) => (known[at] ? [] : [id]));
    const read = ids.length > 0 ? await this.read(groupID, ids) : new Map<number, ItemRow>();
    const rows = records.flatMap(({ id }, at) => known[at] ?? read.get(id) ?? []);
    return { records: rows, hasMore, total };
  }

  private async read(groupID: number, ids: readonly number[]): Promise<Map<number, ItemRow>> {
    const [rows] = await this.database.lookUp<[Stamped<ItemRow>]>(groupID, rowsOf({ groupID, ids }));
    for (const row of rows) this.rows.set(keyOf(groupID, row.id), row);
    return new Map(rows.map((row) => [row.id, row]));
  }
}

const keyOf = (groupID: number, id: number) => `${groupID}/${id}`;
