import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { GroupLimits } from '#contexts/groups';
import type { LocationDirectory } from '#contexts/locations';
import { Database, isSqlError, type Row, type Statement, tables } from '#platform/database';
import { type Caller, DomainError, LimitReached } from '#platform/kernel';
import { type LocationAccess, NO_ACCESS, type Territory } from '../domain/location-access.js';
import type { Manager } from '../domain/manager.js';
import type { AccessVersionEntity, RegionEntity, UserEntity } from '../read-model/user.entity.js';

const db = tables<typeof LocationDirectory | typeof RegionEntity | typeof UserEntity | typeof AccessVersionEntity>();

/** How often a decision is tried when its facts keep changing, before the caller gets 409. */
const MAX_ATTEMPTS = 5;

/** The facts that decisions about access are based on, read together. */
export interface AccessFacts {
  manager: Manager;
  territory: Territory;
  /** To be committed with the events: fails when the Group's access has changed since the facts were read. */
  unchanged: Statement;
}

/** Reads the facts of a Group's access, and ensures that they still hold when the decision is committed. */
@Injectable()
export class AccessFactsReader {
  constructor(
    private readonly database: Database,
    private readonly limits: GroupLimits,
  ) {}

  /** Runs the work on fresh facts, and again when they changed meanwhile. @throws DomainError `conflict` when they keep changing */
  async deciding<T>(caller: Caller, work: (facts: AccessFacts) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(await this.read(caller));
      } catch (error) {
        if (!isOutdated(error)) throw error;
        if (attempt === MAX_ATTEMPTS)
          throw new DomainError('conflict', 'conflict', 'Access is being changed concurrently. Try again.');
      }
    }
  }

  /** Asserts room for one more while the facts hold: a change of users or Regions makes the others start again. @throws LimitReached */
  async assertRoom(kind: 'users' | 'regions', groupID: number): Promise<void> {
    const most = this.limits[kind];
    if (most === 0) return;
    const rows = db.selectFrom(kind === 'users' ? 'users' : 'regions').where('group_id', '=', groupID);
    const count = rows.select(sql<number>`count(*)::int`.as('count'));
    const { count: held } = (await this.database.queryOne(count))!;
    if (held >= most) throw new LimitReached(kind === 'users' ? 'users' : 'Regions', most);
  }

  /** @throws DomainError of kind `unauthenticated` when the caller was deleted meanwhile */
  private async read({ group, actor, role, limitedTo }: Caller): Promise<AccessFacts> {
    if (role === 'carrier') throw new DomainError('forbidden', 'forbidden', 'A carrier cannot manage users.');
    const callerID = actor.type === 'user' ? actor.userID : null;
    const [[version], locations, regions, [user]] = await this.database.pipeline<
      [{ version: number }, Territory['locations'][number], { id: number; location_ids: string[] }, Row<typeof UserEntity>]
    >(
      db.selectFrom('access_versions').select('version').where('group_id', '=', group.id),
      db
        .selectFrom('location_directory')
        .select(['location_id as locationID', 'active', 'country_id as countryID'])
        .where('group_id', '=', group.id),
      db.selectFrom('regions').select(['id', 'location_ids']).where('group_id', '=', group.id),
      db
        .selectFrom('users')
        .selectAll()
        .where('group_id', '=', group.id)
        .where('id', '=', callerID ?? 0),
    );
    if (callerID !== null && !user) throw new DomainError('unauthenticated', 'unauthenticated', 'The user was deleted.');
    return {
      manager: user ? managerOf(user) : { userID: null, role, access: accessOf(limitedTo) },
      territory: { locations, regions: regions.map(({ id, location_ids }) => ({ ID: id, locationIDs: location_ids })) },
      unchanged: unchangedSince(group.id, version?.version ?? 0),
    };
  }
}

/** The access of an API token or the command line. */
function accessOf(limitedTo: readonly string[] | undefined): LocationAccess {
  return limitedTo ? { ...NO_ACCESS, locationIDs: [...limitedTo] } : { ...NO_ACCESS, accessAllLocations: true };
}

function managerOf(user: Row<typeof UserEntity>): Manager {
  return {
    userID: user.id,
    role: user.user_role,
    access: {
      locationIDs: user.location_ids,
      regionIDs: user.region_ids,
      countryIDs: user.country_ids,
      accessAllLocations: user.access_all_locations,
    },
  };
}

/** Increments the version; if it is not the one that was read, the new value is null, which violates the column's constraint. */
function unchangedSince(groupID: number, version: number): Statement {
  return db
    .insertInto('access_versions')
    .values({ group_id: groupID, version: version + 1 })
    .onConflict((conflict) =>
      conflict.column('group_id').doUpdateSet({
        version: sql<number>`case when access_versions.version = ${version} then excluded.version end`,
      }),
    );
}

function isOutdated(error: unknown): boolean {
  const { table } = error as { table?: unknown };
  return isSqlError(error, 'not_null_violation') && table === 'access_versions';
}
