import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, type Row, statement } from '#platform/database';
import { Clock, DomainError } from '#platform/kernel';
import { LeasedRows } from '#platform/leases';
import { ConnectionSettings } from '../connection-settings.js';
import { type ConnectionKind, KIND_OF, type ProviderName, SYNCED_KINDS } from '../domain/kinds.js';
import type { Provider, Settings } from '../providers/provider.js';
import { PROVIDERS } from '../providers/registry.js';
import type { ConnectionRow, ConnectionWorkEntity } from './connection.entity.js';

/** Milliseconds for which a worker holds a connection: if it dies, another goes on then. */
const LEASE = 30_000;

/** A connection that this worker reads. */
export type LeasedWork = Row<typeof ConnectionWorkEntity> & { lease: string };

/** A connection as it is planned. */
interface Planned {
  groupID: number;
  id: number;
  provider: ProviderName;
  isUsed: boolean;
}

const always = () => true;

/** The connections that are to be read, when, and by whom, in PostgreSQL. */
@Injectable()
export class ConnectionWork {
  private readonly rows: LeasedRows<Pick<LeasedWork, 'group_id' | 'connection_id'>>;

  constructor(
    private readonly database: Database,
    private readonly settings: ConnectionSettings,
    clock: Clock,
  ) {
    const columns = { token: 'lease', until: 'leased_until' };
    const key = { group_id: 'int', connection_id: 'int' } as const;
    this.rows = new LeasedRows(database, clock, { table: sql`connection_work`, key, length: LEASE, columns });
  }

  /** Plans to read a connection at once, and from then on; not where its kind or settings have nothing to read, or it is not used. */
  async plan({ groupID, id, provider, isUsed }: Planned, settings: Settings): Promise<void> {
    const kind = KIND_OF[provider];
    if (!SYNCED_KINDS.includes(kind)) return;
    const { isRead = always }: Provider = PROVIDERS[provider];
    const { now } = this.rows;
    await this.database.query(
      isUsed && isRead(settings)
        ? statement(sql`
            insert into connection_work (group_id, connection_id, kind, due_at)
            values (${groupID}::int, ${id}::int, ${kind}::text, ${now})
            on conflict (group_id, connection_id) do update set due_at = ${now}`)
        : statement(sql`delete from connection_work where group_id = ${groupID}::int and connection_id = ${id}::int`),
    );
  }

  /** Makes one due at once; while it is read, right behind that. @throws DomainError `conflict` for another kind, or one switched off */
  async readNow({ group_id, id, kind, enabled }: ConnectionRow): Promise<void> {
    if (!SYNCED_KINDS.includes(kind)) throw new DomainError('conflict', 'conflict', 'A connection of this kind is not read.');
    if (!enabled) throw new DomainError('conflict', 'conflict', 'The connection is switched off.');
    await this.database.query(
      statement(sql`
        update connection_work set due_at = ${this.rows.now} where group_id = ${group_id}::int and connection_id = ${id}::int`),
    );
  }

  /**
   * Takes the one that has been due longest, and plans when it is due next; null where none of these kinds is. A lease that has ended is
   * due as well: its worker died in the middle.
   * @param but Groups of which none is taken
   */
  async claim(kinds: readonly ConnectionKind[], but: readonly number[]): Promise<LeasedWork | null> {
    const { rows } = this;
    const { reservations, mail } = this.settings.intervals;
    const next = sql`case kind when 'mail' then ${mail}::float8 else ${reservations}::float8 end`;
    return this.database.queryOne(
      statement(sql<LeasedWork>`
        update connection_work w set ${rows.taken(randomUUID())}, due_at = ${rows.after(next)}
        from (
          select w.group_id, w.connection_id from connection_work w
          where (w.leased_until is null and w.due_at <= ${rows.now} or w.leased_until <= ${rows.now})
            and w.kind = any (${kinds}::text[]) and w.group_id <> all (${but}::int[])
          order by coalesce(w.leased_until, w.due_at) limit 1 for update skip locked
        ) due
        where ${rows.isSame('due')}
        returning w.*`),
    );
  }

  /**
   * Holds it longer. @param progress how far it is, to be kept; as it was where it is left out
   * @returns false once it is another's, or switched off: nothing more is to be written
   */
  async renew(work: LeasedWork, progress?: unknown): Promise<boolean> {
    const kept = progress === undefined ? sql`progress` : sql`${JSON.stringify(progress)}::json`;
    return (await this.rows.change(work.lease, [work], sql`${this.rows.taken(work.lease)}, progress = ${kept}`)) > 0;
  }

  /** Gives it back. @param again milliseconds after which it is due, where its reader stopped half-way or its provider said so */
  async release(work: LeasedWork, again: number | null = null): Promise<void> {
    const due = again === null ? sql`due_at` : this.rows.after(again);
    await this.rows.change(work.lease, [work], sql`${this.rows.left()}, due_at = ${due}`);
  }
}
