import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { UserDirectory } from '#contexts/users';
import { Database, tables } from '#platform/database';
import type { Actor, Caller } from '#platform/kernel';
import type { ApiTokenEntity } from './tokens/api-token.entity.js';

const db = tables<typeof UserDirectory | typeof ApiTokenEntity>();

/** Names those who acted. */
@Injectable()
export class ActorNames {
  constructor(private readonly database: Database) {}

  /** The caller's own name. */
  async ofCaller({ group, actor }: Caller): Promise<string | null> {
    return (await this.of(group.id, [actor]))(actor);
  }

  /** Names of these actors of a Group: a user's name, a token's name; null where it has none or is gone. One round trip. */
  async of(groupID: number, actors: readonly Actor[]): Promise<(actor: Actor) => string | null> {
    const userIDs = actors.flatMap((actor) => (actor.type === 'user' ? [actor.userID] : []));
    const tokenIDs = actors.flatMap((actor) => (actor.type === 'integration' ? [actor.tokenID] : []));
    const users = db.selectFrom('user_directory').select([sql<string>`id::text`.as('id'), 'username as name']);
    const tokens = db.selectFrom('api_tokens').select([sql<string>`id::text`.as('id'), sql<string>`name`.as('name')]);
    const rows = await this.database.query(
      users
        .where('group_id', '=', groupID)
        .where(sql<boolean>`id = any(${userIDs}::int[])`)
        .unionAll(tokens.where('group_id', '=', groupID).where(sql<boolean>`id = any(${tokenIDs}::uuid[])`)),
    );
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return (actor) =>
      (actor.type === 'user' && names.get(`${actor.userID}`)) ||
      (actor.type === 'integration' && names.get(actor.tokenID)) ||
      null;
  }
}
