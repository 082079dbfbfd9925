import { Inject, Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { LocationQueries } from '#contexts/locations';
import {
  anyOf,
  columnsBut,
  Database,
  type Reach,
  type Row,
  type Statement,
  serviceTime,
  statement,
  tables,
  takeTurn,
  wholeList,
} from '#platform/database';
import { type Fact, factAbout } from '#platform/event-store';
import {
  type Caller,
  Clock,
  DomainError,
  type ExpectedVersions,
  LimitReached,
  NotFound,
  type Page,
  PreconditionFailed,
  type WholeListRequest,
} from '#platform/kernel';
import { codeFor, type Place, whereaboutsOf, withPlace } from '../domain/storage-tree.js';
import { StoragePlaceEntity } from './storage-place.entity.js';
import { STORED_ITEMS, type StoredItems } from './stored-items.js';

const db = tables<typeof StoragePlaceEntity>();

const RECORD = columnsBut(StoragePlaceEntity, 'deleted');

/** Maximum storage places of a Location: they are read and listed as a whole. */
const MOST = 1_000;

type Stored = Pick<Row<typeof StoragePlaceEntity>, (typeof RECORD)[number]>;

/** A storage place, and how many items lie in it. */
export type StoragePlaceRow = Stored & { item_count: number };

/** Given fields of a place; on a change, an omitted field keeps its value. */
export interface PlaceChanges {
  name?: string;
  code?: string;
  parentID?: number | null;
}

/** Where Locations store items (decisions.md, section 13). Questions about earlier places are answered by the history of items. */
@Injectable()
export class StoragePlaces {
  constructor(
    private readonly database: Database,
    private readonly locations: LocationQueries,
    private readonly clock: Clock,
    @Inject(STORED_ITEMS) private readonly items: StoredItems,
  ) {}

  /** The places of a Location, by path. @throws NotFound when the caller has no access to it */
  async list(caller: Caller, locationID: string, request: WholeListRequest): Promise<Page<StoragePlaceRow>> {
    await this.locations.one(caller, locationID);
    const ofLocation = within(caller).where('location_id', '=', locationID).orderBy(sql`path collate "C"`).orderBy('id');
    const page = await wholeList(this.database, caller.group.id, ofLocation, request);
    return { ...page, records: await this.counted(caller, page.records) };
  }

  /** @throws NotFound when it does not exist or the caller has no access to its Location */
  async one(caller: Caller, id: number): Promise<StoragePlaceRow> {
    const [row] = await this.counted(caller, await this.database.query(within(caller).where('id', '=', id)));
    if (!row) throw new NotFound('The storage place');
    return row;
  }

  /** @throws NotFound for a Location out of reach; ValidationFailed, DomainError `conflict` as `withPlace`; LimitReached */
  async create(caller: Caller, locationID: string, { name, code, parentID = null }: PlaceChanges & { name: string }) {
    await this.locations.one(caller, locationID);
    const id = await this.change(caller, locationID, (places, id) => {
      if (places.length >= MOST) throw new LimitReached('storage places', MOST, 'record');
      return { id, name, code: code ?? codeFor(id, places), parentID };
    });
    return this.one(caller, id);
  }

  /** @throws NotFound; PreconditionFailed; ValidationFailed, DomainError `conflict` as `withPlace` */
  async update(caller: Caller, id: number, changes: PlaceChanges, expected: ExpectedVersions): Promise<StoragePlaceRow> {
    const { location_id: locationID } = await this.one(caller, id);
    await this.change(caller, locationID, (places) => {
      const place = places.find((each) => each.id === id);
      if (!place) throw new NotFound('The storage place');
      if (expected?.includes(place.version) === false) throw new PreconditionFailed();
      const { name = place.name, code = place.code, parentID = place.parentID } = changes;
      return { id, name, code, parentID };
    });
    return this.one(caller, id);
  }

  /** @throws NotFound; PreconditionFailed; DomainError `conflict` when it holds items or other places */
  async delete(caller: Caller, id: number, expected: ExpectedVersions): Promise<void> {
    const { id: groupID } = caller.group;
    await this.database.inTransaction(async () => {
      await this.database.query(turnOf(groupID));
      // Ends what `isThere` keeps true: no item is put into it meanwhile.
      await this.database.query(takeTurn({ name: `${groupID}/${KIND}/${id}` }));
      const place = await this.one(caller, id);
      if (expected?.includes(place.version) === false) throw new PreconditionFailed();
      const below = within(caller).where('parent_id', '=', id).limit(1);
      if (place.item_count > 0 || (await this.database.query(below)).length > 0) {
        throw new DomainError('conflict', 'conflict', 'The storage place holds items or other places.');
      }
      const gone = { deleted: true, updated_at: this.clock.now().toISOString() };
      await this.database.query(db.updateTable('storage_places').set(gone).where('group_id', '=', groupID).where('id', '=', id));
    });
  }

  /** The statement that reads a place for another context's command, to be sent in one round trip with others. */
  reading(caller: Caller, id: number): Statement<Stored> {
    return within(caller).where('id', '=', id);
  }

  /** The fact that a place is not deleted. */
  isThere(groupID: number, id: number): Fact {
    return isThere({ groupID, type: KIND, id });
  }

  /** One change of a Group's places at a time; the paths of those below follow. @returns the ID of the place */
  private change(
    caller: Caller,
    locationID: string,
    change: (places: readonly (Place & { version: number })[], next: number) => Place,
  ) {
    const { id: groupID } = caller.group;
    return this.database.inTransaction(async () => {
      await this.database.query(turnOf(groupID));
      const rows = await this.database.query(within(caller).where('location_id', '=', locationID));
      const places = rows.map(({ id, name, code, parent_id, version }) => ({ id, name, code, parentID: parent_id, version }));
      const numbered = await this.database.queryOne(nextOf(groupID));
      const place = change(places, numbered!.next);
      const where = [...whereaboutsOf(withPlace(places, place))].map(([id, whereabouts]) => ({ id, ...whereabouts }));
      const now = serviceTime(this.clock);
      await this.database.query(
        statement(sql`
          insert into storage_places (group_id, id, location_id, name, code, parent_id, path, trail, version, created_at, updated_at)
          values (${groupID}::int, ${place.id}::int, ${locationID}::text, ${place.name}::text, ${place.code}::text, ${place.parentID}::int,
            '', '{}', 1, ${now}, ${now})
          on conflict (group_id, id) do update set name = excluded.name, code = excluded.code, parent_id = excluded.parent_id,
            version = storage_places.version + 1, updated_at = excluded.updated_at`),
      );
      await this.database.query(
        statement(sql`
          update storage_places s set path = w.path, trail = array(select json_array_elements_text(w.trail)::int)
          from json_to_recordset(${JSON.stringify(where)}::json) as w (id int, path text, trail json)
          where s.group_id = ${groupID}::int and s.id = w.id
            and (s.path <> w.path or s.trail <> array(select json_array_elements_text(w.trail)::int))`),
      );
      return place.id;
    });
  }

  private async counted({ group }: Caller, rows: readonly Stored[]): Promise<StoragePlaceRow[]> {
    if (rows.length === 0) return [];
    const counting = this.items.counting(
      group.id,
      rows.map(({ id }) => id),
    );
    const counts = new Map((await this.database.query(counting)).map(({ id, count }) => [id, count]));
    return rows.map((row) => ({ ...row, item_count: counts.get(row.id) ?? 0 }));
  }
}

const KIND = 'storage-place';

const isThere = factAbout(
  ({ groupID, id }) =>
    sql<boolean>`exists (select from storage_places where group_id = ${groupID}::int and id = ${id}::int and not deleted)`,
);

const turnOf = (groupID: number) => takeTurn({ name: `${groupID}/storage places` });

/** No number is used twice, as rows of deleted places stay. */
const nextOf = (groupID: number) =>
  statement(sql<{ next: number }>`select coalesce(max(id), 0) + 1 as next from storage_places where group_id = ${groupID}::int`);

function within({ group, scope }: Reach) {
  const places = db.selectFrom('storage_places').select(RECORD).where('group_id', '=', group.id).where('deleted', '=', false);
  return scope.all ? places : places.where('location_id', '=', anyOf(scope.locationIDs));
}
