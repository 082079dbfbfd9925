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

/** Tokens that are not revoked, each with its Group and reach. */
const TOKENS = db
  .selectFrom('api_tokens')
  .innerJoin('group_directory', 'group_directory.id', 'api_tokens.group_id')
  .select(['api_tokens.id as token_id', 'api_tokens.role', 'api_tokens.location_ids', 'api_tokens.expires_at'])
  .select(['group_directory.id', 'group_directory.code', REACH.as('reach')])
  .where('api_tokens.revoked_at', 'is', null);

type TokenRow = Awaited<ReturnType<typeof TOKENS.executeTakeFirstOrThrow>>;

/** A caller, and for how many milliseconds more. */
interface FoundCaller {
  caller: Omit<Caller, 'requestID'>;
  lives: number;
}

/** Finds the caller of an API token, with its role and access. */
@Injectable()
export class ApiTokenCallers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The caller, and for how many milliseconds more; null when the token is unknown, revoked or has expired. */
  async of(token: string): Promise<FoundCaller | null> {
    if (!isOpaqueToken('lf_', token)) return null;
    return this.callerOf(await this.database.queryOne(TOKENS.where('api_tokens.hash', '=', hashOf(token))));
  }

  /** The same by the identifier of the token. */
  async withID(groupID: number, tokenID: string): Promise<FoundCaller | null> {
    const query = TOKENS.where('api_tokens.group_id', '=', groupID).where('api_tokens.id', '=', tokenID);
    return this.callerOf(await this.database.queryOne(query));
  }

  private callerOf(row: TokenRow | null): FoundCaller | null {
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
