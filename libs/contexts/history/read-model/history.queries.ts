import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { type ItemContacts, itemStream, keptItemRecord } from '#contexts/items';
import { LocationQueries } from '#contexts/locations';
import { type RequestContacts, requestRecord, requestStream } from '#contexts/requests';
import { ActorNames, tokenPrefixes } from '#contexts/sign-in';
import { UserQueries } from '#contexts/users';
import { anyOf, Database, tables } from '#platform/database';
import { type DomainEvent, EventLog, type Recorded, type StreamID, type StreamOf } from '#platform/event-store';
import { ContextApis } from '#platform/http';
import { type Actor, type Caller, NotFound, type Page, type PageRequest, pageOf, reaches } from '#platform/kernel';
import { type Changes, RecordChanges } from './record-changes.js';

const db = tables<typeof ItemContacts | typeof RequestContacts>();

/** Display names of actors: the current username, or the visible prefix of an API token. */
export interface Names {
  users: ReadonlyMap<number, string>;
  tokens: ReadonlyMap<string, string>;
  /** The name of any actor, for everybody who may read the record: names are no secret within a Group. */
  of: (actor: Actor) => string | null;
}

/** A page of a record's events, with the names of their actors. */
export interface PageOfHistory extends Page<Recorded> {
  names: Names;
}

/** The same of a record that shows what its events changed. */
export interface PageOfChanges extends PageOfHistory {
  changes: Changes;
}

/** Reads the events of one record for callers who may access it. Deleted items and Requests keep their history. */
@Injectable()
export class HistoryQueries {
  constructor(
    private readonly database: Database,
    private readonly log: EventLog,
    private readonly locations: LocationQueries,
    private readonly users: UserQueries,
    private readonly apis: ContextApis,
    private readonly actors: ActorNames,
    private readonly changes: RecordChanges,
  ) {}

  /** @throws NotFound when the item does not exist or the caller may not access it */
  async ofItem(caller: Caller, id: number, request: PageRequest): Promise<PageOfChanges> {
    const { id: groupID } = caller.group;
    const item = db.selectFrom('item_contacts').select('id').where('group_id', '=', groupID).where('id', '=', id);
    const [found] = await this.database.query(item.where(reached(caller)));
    if (!found) throw new NotFound('The item');
    return this.withChanges(caller, itemStream.of(groupID, id), keptItemRecord, request);
  }

  /** @throws NotFound when the Request does not exist or the caller may not access it */
  async ofRequest(caller: Caller, id: number, request: PageRequest): Promise<PageOfChanges> {
    const { id: groupID } = caller.group;
    const made = db.selectFrom('request_contacts').select('id').where('group_id', '=', groupID).where('id', '=', id);
    const [found] = await this.database.query(made.where(reached(caller)));
    if (!found) throw new NotFound('The Request');
    return this.withChanges(caller, requestStream.of(groupID, id), requestRecord, request);
  }

  /** @throws NotFound when the Location does not exist or the caller may not access it */
  async ofLocation(caller: Caller, locationID: string, request: PageRequest): Promise<PageOfHistory> {
    const { id } = await this.locations.one(caller, locationID);
    return this.page(caller, { groupID: caller.group.id, type: 'location', id }, request);
  }

  /**
   * Callers with access to all Locations also see the history of deleted users.
   * @throws NotFound when the user does not exist or the caller may not access it
   */
  async ofUser(caller: Caller, userID: number, request: PageRequest): Promise<PageOfHistory> {
    const stream = { groupID: caller.group.id, type: 'user', id: userID };
    if (!caller.scope.all) await this.users.one(caller, userID);
    const page = await this.page(caller, stream, request);
    const isUnknown = page.records.length === 0 && (await this.log.newest(stream, { limit: 1, page: 1 })).length === 0;
    if (isUnknown) throw new NotFound('The user');
    if (caller.scope.all) return page;
    const regionIDs = await this.users.regionsSeenBy(caller);
    return { ...page, records: page.records.map((event) => withinReach(caller, event, regionIDs)) };
  }

  /** @param shown the record of a row */
  private async withChanges<State, Command, Event extends DomainEvent, Row>(
    caller: Caller,
    of: StreamOf<State, Command, Event, Row>,
    shown: (row: Row) => object,
    request: PageRequest,
  ): Promise<PageOfChanges> {
    const page = await this.page(caller, of, request);
    const newest = Math.max(0, ...page.records.map(({ version }) => version));
    return { ...page, changes: await this.changes.of(of, shown, newest) };
  }

  private async page(caller: Caller, stream: StreamID, request: PageRequest): Promise<PageOfHistory> {
    // Versions count from 1 without gaps, so the newest is the total.
    const total = request.count ? ((await this.log.newest(stream, { limit: 1, page: 1 }))[0]?.version ?? 0) : null;
    const events = await this.database.paged(stream.groupID, request, () => this.log.newest(stream, request));
    const found = pageOf(events, request.limit, total);
    return { ...found, names: await this.namesOf(caller, found.records) };
  }

  /** Names of users are for who may see these users; everyone sees its own. */
  private async namesOf(caller: Caller, events: readonly Recorded[]): Promise<Names> {
    const actors = events.map(({ actor }) => actor);
    const userIDs = actors.flatMap((actor) => (actor.type === 'user' ? [actor.userID] : []));
    const tokenIDs = actors.flatMap((actor) => (actor.type === 'integration' ? [actor.tokenID] : []));
    const isCaller = (userID: number) => caller.actor.type === 'user' && caller.actor.userID === userID;
    const [users, tokens, of] = await Promise.all([
      this.users.namesOf(caller, this.apis.allows(caller, 'users.read') ? userIDs : userIDs.filter(isCaller)),
      this.database.query(tokenPrefixes(caller.group.id, tokenIDs)),
      this.actors.of(caller.group.id, actors),
    ]);
    return { users, tokens: new Map(tokens.map(({ id, prefix }) => [id, prefix])), of };
  }
}

/** PostgreSQL decides it: what is out of reach is not even found. */
function reached({ scope }: Caller) {
  return scope.all ? sql<boolean>`true` : sql<boolean>`location_id = ${anyOf(scope.locationIDs)}`;
}

/** Removes Locations and Regions that the caller may not access from the event's `access`, as in the user's record. */
function withinReach(caller: Caller, event: Recorded, seen: ReadonlySet<number>): Recorded {
  const { access } = event.data as { access?: { locationIDs: string[]; regionIDs: number[] } };
  if (!access) return event;
  const locationIDs = access.locationIDs.filter((locationID) => reaches(caller, locationID));
  const regionIDs = access.regionIDs.filter((regionID) => seen.has(regionID));
  return { ...event, data: { ...event.data, access: { ...access, locationIDs, regionIDs } } };
}
