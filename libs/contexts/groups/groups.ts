import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { Audit, BY_COMMAND_LINE, type Doer } from '#platform/audit';
import { Database, isUniqueViolation, type Row, sequenceName, tables } from '#platform/database';
import { Clock, checkedName, DomainError, NotFound, type Role } from '#platform/kernel';
import { checkCategory, checkCode, checkDays, checkedDomains } from './checked-settings.js';
import type { GroupEntity } from './group.entity.js';

const db = tables<typeof GroupEntity>();
/** The kinds of record, from all contexts, that are numbered separately for each Group. */
export const NUMBERED_KINDS = Symbol('numbered kinds');

export type GroupRow = Row<typeof GroupEntity>;

/** Creates and finds Groups; they are created from the command line only. */
@Injectable()
export class Groups {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(NUMBERED_KINDS) private readonly numberedKinds: readonly string[],
    private readonly audit: Audit,
  ) {}

  /**
   * @param retentionDays how many days after its end an item or Request keeps personal data; null keeps it forever
   * @throws ValidationFailed for an invalid code or name, and for days outside 1 to 3650; DomainError `conflict` when the code is taken
   */
  async create(code: string, name: string, retentionDays: number | null = null): Promise<GroupRow> {
    if (retentionDays !== null) checkDays('retention', retentionDays);
    checkCode(code);
    const insert = db
      .insertInto('groups')
      .values({
        code,
        name: checkedName('name', name),
        retention_days: retentionDays,
        created_at: this.clock.now().toISOString(),
      })
      .returningAll();
    try {
      // The Group and its sequences are created together: its number is known only inside the transaction.
      return await this.database.transaction(async (client) => {
        const { sql: text, parameters } = insert.compile();
        const group = (await client.query(text, [...parameters])).rows[0] as GroupRow;
        for (const kind of this.numberedKinds) await client.query(`CREATE SEQUENCE ${sequenceName(group.id, kind)}`);
        return group;
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw new DomainError('conflict', 'conflict', `A Group with the code ${code} already exists.`);
    }
  }

  /** @throws NotFound when there is no such Group */
  async byCode(code: string): Promise<GroupRow> {
    const group = await this.database.queryOne(db.selectFrom('groups').selectAll().where('code', '=', code));
    if (!group) throw new NotFound(`The Group ${code}`);
    return group;
  }

  /** @throws NotFound when there is no such Group */
  async byID(id: number): Promise<GroupRow> {
    const group = await this.database.queryOne(db.selectFrom('groups').selectAll().where('id', '=', id));
    if (!group) throw new NotFound('The Group');
    return group;
  }

  /**
   * Enables or disables single sign-on for a Group's users.
   * @param given the email domains that are its own, which the operator has seen proof of; absent: as before
   * @returns its domains
   * @throws NotFound when there is no such Group; ValidationFailed for what is no domain; DomainError `conflict` for another Group's
   */
  async setSso(code: string, sso: boolean, given?: readonly string[]): Promise<string[]> {
    const domains = given && checkedDomains(given);
    const taken = sql<boolean>`exists (
      select from groups as other where other.code <> ${code} and other.sso_domains && ${domains ?? []}::text[])`;
    const columns = { sso, ...(domains && { sso_domains: domains }) };
    const bound = await this.set(code, columns, (row) => ({ settings: 'sign-on', sso, domains: row.sso_domains }), {
      where: sql<boolean>`not ${taken}`,
    });
    if (bound) return bound.sso_domains;
    throw new DomainError('conflict', 'conflict', `One of ${domains?.join(', ')} is another Group's.`);
  }

  /** Renames a Group. @throws NotFound when there is no such Group; ValidationFailed for an invalid name */
  async rename(code: string, name: string): Promise<GroupRow> {
    return (await this.set(code, { name: checkedName('name', name) }, ({ name }) => ({ settings: 'name', name })))!;
  }

  /** Sets which roles of a Group need a second factor. @throws NotFound when there is no such Group */
  async setSecondFactorRoles(code: string, roles: readonly Role[]): Promise<void> {
    await this.set(code, { second_factor_roles: [...roles] }, () => ({ settings: 'security', secondFactor: roles }));
  }

  /**
   * Sets how many days after its end an item or Request keeps personal data; null keeps it forever.
   * @throws NotFound when there is no such Group; ValidationFailed for days outside 1 to 3650
   */
  async setRetentionDays(code: string, days: number | null, by: Doer = BY_COMMAND_LINE): Promise<void> {
    if (days !== null) checkDays('days', days);
    await this.set(code, { retention_days: days }, () => ({ settings: 'retention', days }), { by });
  }

  /**
   * Replaces the days of Categories, which count instead of the Group's own; for several Categories of one record, the fewest count.
   * @param days those of the Group, set together with them; absent: as before
   * @throws NotFound when there is no such Group; ValidationFailed for what is no Category, and for days outside 1 to 3650
   */
  async setRetentionByCategory(code: string, byCategory: Readonly<Record<string, number>>, days?: number | null): Promise<void> {
    if (typeof days === 'number') checkDays('days', days);
    for (const [category, days] of Object.entries(byCategory)) {
      checkCategory(category);
      checkDays('category', days);
    }
    const retention_by_category = Object.keys(byCategory).length === 0 ? null : { ...byCategory };
    const columns = { retention_by_category, ...(days !== undefined && { retention_days: days }) };
    await this.set(code, columns, () => ({ settings: 'retention', ...(days !== undefined && { days }), byCategory }));
  }

  /**
   * Changes settings, and tells of it where they were others.
   * @param details what the audit says of them
   * @returns null where the condition does not hold
   * @throws NotFound
   */
  private async set(
    code: string,
    columns: Partial<Omit<GroupRow, 'id'>>,
    details: (row: GroupRow) => Readonly<Record<string, unknown>>,
    { where = sql<boolean>`true`, by = BY_COMMAND_LINE }: { where?: RawBuilder<boolean>; by?: Doer } = {},
  ): Promise<GroupRow | null> {
    return this.database.inTransaction(async () => {
      const before = await this.database.queryOne(db.selectFrom('groups').selectAll().where('code', '=', code).forNoKeyUpdate());
      if (!before) throw new NotFound(`The Group ${code}`);
      const groupID = before.id;
      const update = db.updateTable('groups').set(columns).where('id', '=', groupID).where(where);
      const row = await this.database.queryOne(update.returningAll());
      const target = { kind: 'group', ID: code } as const;
      if (row && !isDeepStrictEqual(row, before))
        await this.audit.tell({ groupID, action: 'settings.changed', by, target, details: details(row) });
      return row;
    });
  }

  /** The number of Groups that keep personal data for ever, but for Categories with a rule of their own. */
  async withoutRetention(): Promise<number> {
    const count = db.selectFrom('groups').select(({ fn }) => fn.countAll<string>().as('count'));
    return Number((await this.database.queryOne(count.where('retention_days', 'is', null)))!.count);
  }

  /** The Groups that keep personal data for a limited time only: by Category, and `days` for all other records, null being forever. */
  async withRetention(): Promise<{ id: number; days: number | null; byCategory: Readonly<Record<string, number>> }[]> {
    const rules = await this.database.query(
      db
        .selectFrom('groups')
        .select(['id', 'retention_days', 'retention_by_category'])
        .where(({ eb, or }) => or([eb('retention_days', 'is not', null), eb('retention_by_category', 'is not', null)]))
        .orderBy('id'),
    );
    return rules.map(({ id, retention_days: days, retention_by_category }) => ({
      id,
      days,
      byCategory: retention_by_category ?? {},
    }));
  }

  /** Every Group. */
  async all(): Promise<GroupRow[]> {
    return this.database.query(db.selectFrom('groups').selectAll().orderBy('id'));
  }

  /** Whether there is any Group yet: a fresh installation has none. */
  async isEmpty(): Promise<boolean> {
    return (await this.database.queryOne(db.selectFrom('groups').select(sql<number>`1`.as('one')).limit(1))) === null;
  }
}
