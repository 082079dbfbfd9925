import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { LastLogins } from '#contexts/credentials';
import { Database, type Row, statement, tables, wholeList } from '#platform/database';
import { type Caller, NotFound, type Page, type PageRequest, pageOf, type WholeListRequest } from '#platform/kernel';
import { coversOneOf, regionsWith, visibleLocations, visibleRegions } from './access.sql.js';
import type { UserEntity } from './user.entity.js';

const db = tables<typeof UserEntity | typeof LastLogins>();

type AccountColumn = 'second_factor' | 'password_link' | 'password_link_until' | 'email_pending' | 'reset_email';

/** A User as its record shows it, without deactivated Locations and those the caller has no access to. */
export type UserRow = Omit<Row<typeof UserEntity>, 'group_id' | AccountColumn> & {
  last_login_at: string | null;
};

/** Reads Users: those who share a Location with the caller, and the caller itself (decisions.md, section 5). */
@Injectable()
export class UserQueries {
  constructor(private readonly database: Database) {}

  /** A page of the users visible to the caller, by identifier. */
  async page(caller: Caller, request: PageRequest): Promise<Page<UserRow>> {
    const { limit, page, count } = request;
    const { id: groupID } = caller.group;
    const seen = this.seenBy(caller);
    const read = records(seen, caller)
      .limit(limit + 1)
      .offset((page - 1) * limit);
    const rows = await this.database.paged(groupID, request, () => this.database.query(read));
    const counting = seen.select(sql<number>`count(*)::int`.as('total'));
    const total = count
      ? (await this.database.inTurn('statistics', groupID, () => this.database.queryOne(counting)))!.total
      : null;
    return pageOf(rows, limit, total);
  }

  /** The users with access to an active Location that the caller has access to. */
  ofLocation(caller: Caller, locationID: string, request: WholeListRequest): Promise<Page<UserRow>> {
    return wholeList(
      this.database,
      caller.group.id,
      records(this.inGroup(caller).where(coversOneOf(caller.group.id, [locationID])), caller),
      request,
    );
  }

  /** @throws NotFound when it does not exist or shares no Location with the caller */
  async one(caller: Caller, userID: number): Promise<UserRow> {
    const row = await this.database.queryOne(records(this.seenBy(caller).where('users.id', '=', userID), caller));
    if (!row) throw new NotFound('The user');
    return row;
  }

  /** Asks nothing for a caller who sees all. @throws NotFound when it does not exist or shares no Location with the caller */
  async mustSee(caller: Caller, userID: number): Promise<void> {
    if (caller.scope.all) return;
    const seen = await this.database.queryOne(this.seenBy(caller).where('users.id', '=', userID).select('users.id'));
    if (!seen) throw new NotFound('The user');
  }

  /** Whether the user exists, and has access to the active Location that the caller has access to. */
  async reaches(caller: Caller, userID: number, locationID: string): Promise<boolean> {
    const found = this.inGroup(caller)
      .where('users.id', '=', userID)
      .where(coversOneOf(caller.group.id, [locationID]));
    return (await this.database.queryOne(found.select('users.id'))) !== null;
  }

  /** The usernames of those of the users that are visible to the caller. */
  async namesOf(caller: Caller, userIDs: readonly number[]): Promise<Map<number, string>> {
    const named = this.seenBy(caller).where(sql<boolean>`users.id = any(${userIDs}::int[])`);
    const rows = await this.database.query(named.select(['users.id', 'users.username']));
    return new Map(rows.map(({ id, username }) => [id, username]));
  }

  /** The Regions with a Location that a caller without access to all of them can see. */
  async regionsSeenBy({ group, scope }: Caller): Promise<ReadonlySet<number>> {
    const rows = await this.database.query(statement(regionsWith(group.id, scope.all ? [] : scope.locationIDs)));
    return new Set(rows.map(({ id }) => id));
  }

  private seenBy(caller: Caller) {
    const { scope, actor, group } = caller;
    const query = this.inGroup(caller);
    if (scope.all) return query;
    const itself = actor.type === 'user' ? actor.userID : 0;
    return query.where((where) => where.or([coversOneOf(group.id, scope.locationIDs), where('users.id', '=', itself)]));
  }

  private inGroup({ group }: Caller) {
    return db.selectFrom('users').where('users.group_id', '=', group.id);
  }
}

function records(query: ReturnType<UserQueries['inGroup']>, { group, scope }: Caller) {
  const reach = scope.all ? null : scope.locationIDs;
  return query
    .leftJoin('last_logins', (join) =>
      join.onRef('last_logins.group_id', '=', 'users.group_id').onRef('last_logins.user_id', '=', 'users.id'),
    )
    .select(['users.id', 'users.username', 'users.country_ids', 'users.access_all_locations', 'users.email'])
    .select(['users.email_validated', 'users.user_role', 'users.version', 'users.created_at', 'users.updated_at'])
    .select(['last_logins.last_login_at', 'users.invited', 'users.disabled', 'users.language'])
    .select([visibleLocations(reach).as('location_ids'), visibleRegions(group.id, reach).as('region_ids')])
    .orderBy('users.id')
    .$castTo<UserRow>();
}
