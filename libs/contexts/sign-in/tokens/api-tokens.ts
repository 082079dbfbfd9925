import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { hashOf, isOpaqueToken, newToken } from '#contexts/credentials';
import { type GroupDirectory, GroupLimits } from '#contexts/groups';
import { Database, type Row, type Statement, statement, tables, takeTurn } from '#platform/database';
import { Clock, checkedName, LimitReached, NotFound, type TokenRole } from '#platform/kernel';
import type { ApiTokenEntity } from './api-token.entity.js';

const db = tables<typeof ApiTokenEntity | typeof GroupDirectory>();

export type ApiTokenRow = Row<typeof ApiTokenEntity>;

/** Creates, lists, revokes and recognises API tokens. A token is shown once and stored as a hash. */
@Injectable()
export class ApiTokens {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly limits: GroupLimits,
  ) {}

  /** Creates a token of 256 random bits; it cannot be read again. @throws LimitReached */
  async create(
    groupID: number,
    role: TokenRole = 'group_admin',
    name: string | null = null,
  ): Promise<{ id: string; prefix: string; token: string }> {
    const token = newToken('lf_');
    const [id, prefix] = [randomUUID(), token.slice(0, 9)];
    const most = this.limits.tokens;
    const [, made] = await this.database.batch([
      takeTurn({ name: `${groupID}/new token` }),
      statement(sql`
        insert into api_tokens (group_id, id, prefix, hash, role, name, created_at)
        select ${groupID}::int, ${id}::uuid, ${prefix}::text, ${hashOf(token)}::bytea, ${role}::text,
          ${name === null ? null : checkedName('name', name)}::text,
          ${this.clock.now().toISOString()}::timestamptz
        where ${most}::int = 0
          or (select count(*) from api_tokens where group_id = ${groupID}::int and revoked_at is null) < ${most}::int
        returning id`),
    ]);
    if (made!.length === 0) throw new LimitReached('API tokens', most);
    return { id, prefix, token };
  }

  /** The tokens of a Group, oldest first, revoked ones included. */
  list(groupID: number): Promise<ApiTokenRow[]> {
    return this.database.query(db.selectFrom('api_tokens').selectAll().where('group_id', '=', groupID).orderBy('created_at'));
  }

  /** The name of a token; null when it has none. */
  async nameOf(groupID: number, id: string): Promise<string | null> {
    const query = db.selectFrom('api_tokens').select('name').where('group_id', '=', groupID).where('id', '=', id);
    return (await this.database.queryOne(query))?.name ?? null;
  }

  /** Revokes a token. @throws NotFound when there is no such token */
  async revoke(id: string): Promise<void> {
    const revoked = await this.database.query(
      db
        .updateTable('api_tokens')
        .set((set) => ({ revoked_at: set.fn.coalesce('revoked_at', set.val(this.clock.now().toISOString())) }))
        .where('id', '=', id)
        .returning('id'),
    );
    if (revoked.length === 0) throw new NotFound(`The token ${id}`);
  }

  /** The Group of a token; null when the token is unknown or revoked. */
  async recognise(token: string): Promise<{ tokenID: string; role: TokenRole; group: { id: number; code: string } } | null> {
    if (!isOpaqueToken('lf_', token)) return null;
    const row = await this.database.queryOne(
      db
        .selectFrom('api_tokens')
        .innerJoin('group_directory', 'group_directory.id', 'api_tokens.group_id')
        .select(['api_tokens.id as token_id', 'api_tokens.role', 'group_directory.id', 'group_directory.code'])
        .where('api_tokens.hash', '=', hashOf(token))
        .where('api_tokens.revoked_at', 'is', null),
    );
    return row && { tokenID: row.token_id, role: row.role, group: { id: row.id, code: row.code } };
  }
}

/** The statement that reads the prefixes of tokens, the part that may be shown. */
export function tokenPrefixes(groupID: number, ids: readonly string[]): Statement<{ id: string; prefix: string }> {
  return db
    .selectFrom('api_tokens')
    .select(['id', 'prefix'])
    .where('group_id', '=', groupID)
    .where(sql<boolean>`id = any(${ids}::uuid[])`);
}
