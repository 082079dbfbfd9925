import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { hashOf, isOpaqueToken } from '#contexts/credentials';
import type { GroupDirectory } from '#contexts/groups';
import { Database, tables } from '#platform/database';
import { type Caller, Clock, millisecondsOf } from '#platform/kernel';
import type { ApiTokenEntity } from './api-token.entity.js';

const db = tables<typeof ApiTokenEntity | typeof GroupDirectory>();

/**
 * The Locations that a token reaches, like those of a user: active ones, unless it is a Group Admin's or a carrier's for the whole Group,
 * which is null.
 */
const REACH = sql<string[] | null>`case
  when api_tokens.location_ids is null and api_tokens.role in ('group_admin', 'carrier') then null
  else array(
    select l.location_id from location_directory l
    where l.group_id = api_tokens.group_id and l.active
      and (api_tokens.location_ids is null or l.location_id in (select unnest(api_tokens.location_ids)))
    order by l.id) end`;

/** Finds the caller of an API token, with its role and access. */
@Injectable()
export class ApiTokenCallers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The caller, and for how many milliseconds more; null when the token is unknown, revoked or has expired. */
  async of(token: string): Promise<{ caller: Omit<Caller, 'requestID'>; lives: number } | null> {
    if (!isOpaqueToken('lf_', token)) return null;
    const row = await this.database.queryOne(
      db
        .selectFrom('api_tokens')
        .innerJoin('group_directory', 'group_directory.id', 'api_tokens.group_id')
        .select(['api_tokens.id as token_id', 'api_tokens.role', 'api_tokens.location_ids', 'api_tokens.expires_at'])
        .select(['group_directory.id', 'group_directory.code', REACH.as('reach')])
        .where('api_tokens.hash', '=', hashOf(token))
        .where('api_tokens.revoked_at', 'is', null),
    );
    if (!row) return null;
    const { token_id: tokenID, role, location_ids, expires_at, reach, id, code } = row;
    const lives = expires_at === null ? Number.POSITIVE_INFINITY : millisecondsOf(expires_at) - this.clock.now().getTime();
    if (lives <= 0) return null;
    const caller: Omit<Caller, 'requestID'> = {
      group: { id, code },
      actor: { type: 'integration', tokenID },
      role,
      scope: reach === null ? { all: true } : { all: false, locationIDs: reach },
      ...(location_ids !== null && { limitedTo: location_ids }),
    };
    return { caller, lives };
  }
}
