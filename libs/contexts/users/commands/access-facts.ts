import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { LocationDirectory } from '#contexts/locations';
import { Database, type Row, type Statement, tables } from '#platform/database';
import { type Caller, DomainError } from '#platform/kernel';
import { NO_ACCESS, type Territory } from '../domain/location-access.js';
import type { Manager } from '../domain/manager.js';
import type { AccessVersionEntity, RegionEntity, UserEntity } from '../read-model/user.entity.js';

const db = tables<typeof LocationDirectory | typeof RegionEntity | typeof UserEntity | typeof AccessVersionEntity>();

/** How often a decision on facts that changed meanwhile is made again before the caller gets 409. */
const TRIES = 5;

/** What decisions about access rest on, read at one time. */
export interface AccessFacts {
  manager: Manager;
  territory: Territory;
  /** To be kept together with the events: fails when the Group's access has changed since the facts were read. */
  unchanged: Statement;
}

/** Gathers the facts of a Group's access, and makes sure that they still hold when the decision is kept. */
@Injectable()
export class AccessFactsReader {
  constructor(private readonly database: Database) {}

  /** Does the work on fresh facts, and again when they changed meanwhile. @throws DomainError `conflict` when that doesn't end */
  async deciding<T>(caller: Caller, work: (facts: AccessFacts) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(await this.read(caller));
      } catch (error) {
        if (!isOutdated(error)) throw error;
        if (attempt === TRIES) throw new DomainError('conflict', 'conflict', 'Access is being changed by others. Try again.');
      }
    }
  }

  /** @throws DomainError of kind `unauthenticated` when the caller was deleted meanwhile */
  private async read({ group, actor, role }: Caller): Promise<AccessFacts> {
    if (role === 'carrier') throw new DomainError('forbidden', 'forbidden', 'A carrier manages nobody.');
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
      manager: user ? managerOf(user) : { userID: null, role, access: { ...NO_ACCESS, accessAllLocations: true } },
      territory: { locations, regions: regions.map(({ id, location_ids }) => ({ ID: id, locationIDs: location_ids })) },
      unchanged: unchangedSince(group.id, version?.version ?? 0),
    };
  }
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

/** Counts one further; where the count is not the one that was read, the new one would be null, which the column refuses. */
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
  const { code, table } = error as { code?: unknown; table?: unknown };
  return code === '23502' && table === 'access_versions';
}
