import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { hashOf, newToken, shownPartOf } from '#contexts/credentials';
import { Cell, GroupLimits, isBelow } from '#contexts/groups';
import { assertLocations } from '#contexts/locations';
import { Audit, BY_COMMAND_LINE, type Doer } from '#platform/audit';
import { Database, type Row, type Statement, statement, tables, takeTurn } from '#platform/database';
import { Clock, checkedName, type FieldCode, LimitReached, NotFound, type TokenRole, ValidationFailed } from '#platform/kernel';
import type { ApiTokenEntity } from './api-token.entity.js';

const db = tables<typeof ApiTokenEntity>();

export type ApiTokenRow = Row<typeof ApiTokenEntity>;

/** Restrictions of a token within its Group: only some Locations, and an end. */
export interface TokenLimits {
  locationIDs?: readonly string[] | null;
  expiresAt?: Date | null;
}

/** Creates, lists and revokes API tokens. A token is shown once and stored as a hash. */
@Injectable()
export class ApiTokens {
  private readonly listeners: ((groupID: number) => void)[] = [];

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly limits: GroupLimits,
    private readonly cell: Cell,
    private readonly audit: Audit,
  ) {}

  /**
   * Creates a token of 256 random bits; it cannot be read again.
   * @throws ValidationFailed, UnknownReferences naming wrong parts; LimitReached
   */
  async create(
    groupID: number,
    role: TokenRole = 'group_admin',
    name: string | null = null,
    { locationIDs = null, expiresAt = null }: TokenLimits = {},
    by: Doer = BY_COMMAND_LINE,
  ): Promise<{ id: string; prefix: string; token: string }> {
    const now = this.clock.now();
    if (expiresAt !== null && expiresAt <= now) throw wrong('expiresAt', 'out_of_range', 'Must be later than now.');
    if (locationIDs !== null) await this.checkLocations(groupID, locationIDs);
    const token = newToken('lf_', this.cell.number);
    const [id, prefix] = [randomUUID(), shownPartOf(token)];
    const most = this.limits.tokens;
    const held = sql`select count(*) from api_tokens where group_id = ${groupID}::int and revoked_at is null
      and (expires_at is null or expires_at > ${now.toISOString()}::timestamptz)`;
    const statements = [
      takeTurn({ name: `${groupID}/new token` }),
      statement(sql`
        insert into api_tokens (group_id, id, prefix, hash, role, name, location_ids, expires_at, created_at)
        select ${groupID}::int, ${id}::uuid, ${prefix}::text, ${hashOf(token)}::bytea, ${role}::text,
          ${name === null ? null : checkedName('name', name)}::text,
          ${locationIDs}::text[], ${expiresAt?.toISOString() ?? null}::timestamptz,
          ${now.toISOString()}::timestamptz
        where ${isBelow(most, held)}
        returning id`),
    ];
    const isMade = sql<boolean>`exists (select from api_tokens where group_id = ${groupID}::int and id = ${id}::uuid)`;
    const [, made] = await this.audit.commit(statements, {
      ...{ groupID, action: 'token.created', by, target: { kind: 'token', ID: id }, when: isMade },
      details: { name, role, locationIDs, expiresAt },
    });
    if (made!.length === 0) throw new LimitReached('API tokens', most);
    return { id, prefix, token };
  }

  /** A token that isn't revoked. @throws NotFound */
  async one(groupID: number, id: string): Promise<ApiTokenRow> {
    const query = db.selectFrom('api_tokens').selectAll().where('group_id', '=', groupID).where('id', '=', id);
    const row = await this.database.queryOne(query.where('revoked_at', 'is', null));
    if (!row) throw new NotFound('The token');
    return row;
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

  /** Revokes a token, unless it is revoked already. @throws NotFound when there is no such token */
  async revoke(id: string, by: Doer = BY_COMMAND_LINE): Promise<void> {
    const token = await this.database.queryOne(db.selectFrom('api_tokens').select('group_id').where('id', '=', id));
    if (!token) throw new NotFound(`The token ${id}`);
    const { group_id: groupID } = token;
    await this.database.inTransaction(async () => {
      const revoked = await this.database.query(
        db
          .updateTable('api_tokens')
          .set({ revoked_at: this.clock.now().toISOString() })
          .where('group_id', '=', groupID)
          .where('id', '=', id)
          .where('revoked_at', 'is', null)
          .returning('name'),
      );
      const target = { kind: 'token', ID: id } as const;
      for (const details of revoked) await this.audit.tell({ groupID, action: 'token.revoked', by, target, details });
    });
    for (const tell of this.listeners) tell(groupID);
  }

  /** Calls back with the Group of each token that this process revokes. */
  onRevoked(listener: (groupID: number) => void): void {
    this.listeners.push(listener);
  }

  /** A list without entries would be a token for nothing. @throws ValidationFailed, UnknownReferences */
  private async checkLocations(groupID: number, locationIDs: readonly string[]): Promise<void> {
    if (locationIDs.length === 0) throw wrong('locationIDs', 'too_short', 'Must name a Location; null stands for all.');
    await assertLocations(this.database, groupID, locationIDs);
  }
}

function wrong(field: string, code: FieldCode, message: string): ValidationFailed {
  return new ValidationFailed([{ field, code, message }]);
}

/** The statement that reads the prefixes of tokens, the part that may be shown. */
export function tokenPrefixes(groupID: number, ids: readonly string[]): Statement<{ id: string; prefix: string }> {
  return db
    .selectFrom('api_tokens')
    .select(['id', 'prefix'])
    .where('group_id', '=', groupID)
    .where(sql<boolean>`id = any(${ids}::uuid[])`);
}
