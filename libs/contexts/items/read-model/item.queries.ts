import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { LocationQueries, type LocationRow } from '#contexts/locations';
import { StoragePlaces } from '#contexts/storage-places';
import { counting, Database, isLarge, literals, type Statement, tables, template, totalOf } from '#platform/database';
import { type Caller, NotFound, type Page, type PageRequest, pageOf, UnknownReferences } from '#platform/kernel';
import type { ItemStatus } from '../domain/item.values.js';
import { type ItemEntity, type ItemRow, RECORD } from './item.entity.js';
import { type ItemFilters, within } from './item.filters.js';
import { listing, newestFirst } from './item.listing.js';
import { countedOf, wholeOf } from './item.totals.js';
import { KeptItems } from './kept-items.js';

const db = tables<typeof ItemEntity>();

export type { ItemRow };

/** The most finds of one owner that are shown together. */
const MOST_FINDS = 50;
/** The item that has the key: at most one of those that are neither deleted nor anonymized. */
export const externalIDHolder = template<{ groupID: number; externalID: string }, { id: number }>(({ groupID, externalID }) =>
  db
    .selectFrom('items')
    .select('id')
    .where('group_id', '=', groupID)
    .where('external_id', '=', externalID)
    .where('status', 'not in', literals<ItemStatus>(['deleted', 'anonymized'])),
);

const pictures = template<{ groupID: number; id: number }, Pick<ItemRow, 'status' | 'handling' | 'image_url'>>(
  ({ groupID, id }) =>
    db.selectFrom('items').select(['status', 'handling', 'image_url']).where('group_id', '=', groupID).where('id', '=', id),
);

/** The keys that items have. */
export function externalIDsHeld(groupID: number, externalIDs: readonly string[]) {
  return db
    .selectFrom('items')
    .select('external_id')
    .where('group_id', '=', groupID)
    .where('external_id', '=', sql<string>`any(${externalIDs}::text[])`)
    .where('status', 'not in', literals<ItemStatus>(['deleted', 'anonymized']));
}

/** Reads the items that the caller has access to, without the deleted ones. */
@Injectable()
export class ItemQueries {
  constructor(
    private readonly database: Database,
    private readonly locations: LocationQueries,
    private readonly places: StoragePlaces,
    private readonly kept: KeptItems,
  ) {}

  /**
   * A page of the items the caller may see, newest first.
   * @throws UnknownReferences when the caller has no access to the Location in the filter
   */
  async page(caller: Caller, request: PageRequest, filters: ItemFilters = {}): Promise<Page<ItemRow>> {
    const { page, location, unknown } = await this.read(caller, request, filters);
    const wrong = [...(filters.locationID !== undefined && !location ? ['locationID'] : []), ...unknown];
    if (wrong.length > 0) throw new UnknownReferences(wrong);
    return page;
  }

  /** The same for one Location. @throws NotFound when the Location does not exist or the caller has no access to it */
  async pageOf(caller: Caller, locationID: string, request: PageRequest, filters: ItemFilters = {}): Promise<Page<ItemRow>> {
    const { page, location, unknown } = await this.read(caller, request, { ...filters, locationID });
    if (!location) throw new NotFound('The Location');
    if (unknown.length > 0) throw new UnknownReferences(unknown);
    return page;
  }

  /** @throws NotFound when it does not exist, is deleted, or the caller has no access to it */
  async one(caller: Caller, itemID: number): Promise<ItemRow> {
    const scoped = caller.scope.all ? {} : { locationIDs: caller.scope.locationIDs };
    const row = await this.kept.one({ groupID: caller.group.id, itemID, ...scoped });
    if (!row) throw new NotFound('The item');
    return row;
  }

  /** The items that the caller has access to, in that order. */
  async some(caller: Caller, itemIDs: readonly number[]): Promise<ItemRow[]> {
    if (itemIDs.length === 0) return [];
    const rows = await this.database.query(within(caller).select(RECORD).where(sql<boolean>`id = any(${itemIDs}::int[])`));
    const byID = new Map(rows.map((row) => [row.id, row]));
    return itemIDs.flatMap((id) => byID.get(id) ?? []);
  }

  /** Whether the row will be the same object when it is read again. */
  isKept(row: ItemRow): boolean {
    return this.kept.isKept(row);
  }

  /** The signature of whoever took it, a PNG. @throws NotFound without one, or without such an item for the caller */
  async signatureOf(caller: Caller, itemID: number): Promise<Buffer> {
    const row = await this.database.queryOne(within(caller).select('signature').where('id', '=', itemID));
    if (!row?.signature) throw new NotFound('The signature');
    return Buffer.from(row.signature, 'base64');
  }

  /** The columns that decide who sees its pictures, whatever became of it; null where there is none. */
  picturesOf(groupID: number, id: number): Promise<Pick<ItemRow, 'status' | 'handling' | 'image_url'> | null> {
    return this.database.queryOne(pictures({ groupID, id }));
  }

  /** When the item was made, whatever became of it; null where there is none. */
  async madeAt(groupID: number, id: number): Promise<Date | null> {
    const row = await this.database.queryOne(
      db.selectFrom('items').select('created_at').where('group_id', '=', groupID).where('id', '=', id),
    );
    return row && new Date(row.created_at);
  }

  /** The items of a Group with the email address as that of their owner, regardless of case, including deleted ones. */
  async ofPerson(groupID: number, email: string): Promise<ItemRow[]> {
    const address = sql<string>`lower(owner ->> 'contactEmail')`;
    const found = db.selectFrom('items').select(RECORD).where('group_id', '=', groupID);
    return this.database.query(found.where(address, '=', email.toLowerCase()).orderBy('id'));
  }

  /** The items at an item's Location with the same email address of their owner, else the same telephone, in the order of registration. */
  async ofOwner(caller: Caller, { location_id, owner: { contactEmail, phoneNumber } }: ItemRow): Promise<ItemRow[]> {
    const found = within(caller).select(RECORD).where('location_id', '=', location_id);
    const isOwners =
      contactEmail !== null
        ? sql<boolean>`lower(owner ->> 'contactEmail') = ${contactEmail.toLowerCase()}`
        : sql<boolean>`owner ->> 'contactEmail' is null and owner ->> 'phoneNumber' = ${phoneNumber}`;
    const query = found.where(isOwners).where('status', '<>', 'anonymized').orderBy('id', 'desc').limit(MOST_FINDS);
    return (await this.database.query(query)).reverse();
  }

  /** Everything a page needs in one round trip. */
  private async read(caller: Caller, request: PageRequest, filters: ItemFilters) {
    const newest = request.count || isLarge(request) || this.database.replica ? null : newestFirst(caller, filters, request);
    if (newest) return { page: await this.kept.newest(newest), location: null, unknown: [] };
    const statements: Statement[] = [listing(caller, filters, request)];
    const location =
      filters.locationID === undefined ? -1 : statements.push(this.locations.reading(caller, filters.locationID)) - 1;
    const { storagePlaceID } = filters;
    const place = storagePlaceID === undefined ? -1 : statements.push(this.places.reading(caller, storagePlaceID)) - 1;
    const count = request.count ? statements.push(counting(countedOf(caller, filters))) - 1 : -1;
    const isWhole = statements.length === 1 && Object.values(filters).every((filter) => filter === undefined);
    const isQuick = isWhole && !isLarge(request) && this.database.replica === null;
    const { id } = caller.group;
    const reading = () =>
      isQuick ? this.database.lookUp<unknown[]>(id, ...statements) : this.database.list<unknown[]>(...statements);
    const isCostly = request.count || filters.q !== undefined;
    const results = await (isCostly ? this.database.inTurn('searches', id, reading) : this.database.paged(id, request, reading));
    const [counted] = (results[count] ?? []) as { total: number }[];
    const page = pageOf(results[0] as ItemRow[], request.limit);
    return {
      page: counted ? { ...page, ...(await totalOf(this.database, counted.total, wholeOf(caller, filters))) } : page,
      location: ((results[location] ?? []) as LocationRow[])[0] ?? null,
      unknown: place !== -1 && results[place]!.length === 0 ? ['storagePlaceID'] : [],
    };
  }
}
