import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import type { ConnectionRow } from './connection.entity.js';
import { SealedConnections } from './connection-secrets.js';
import { ConnectionUsers } from './connection-users.js';

/** Milliseconds between two looks whether all is settled; days after which the secrets go all the same. */
const [LOOK, LONGEST] = [60_000, 30];

type Ending = Pick<ConnectionRow, 'group_id' | 'id' | 'kind'>;

/** Connections that were deleted: their secrets go once what was begun by them is settled at the provider. */
@Injectable()
export class EndingConnections {
  constructor(
    private readonly database: Database,
    private readonly secrets: SealedConnections,
    private readonly users: ConnectionUsers,
    private readonly clock: Clock,
  ) {}

  /** Forgets one at once where nothing is under way by it; else the worker does. Within the transaction that deletes it. */
  async begin({ group_id, id, kind }: Ending): Promise<void> {
    await this.database.query(
      statement(sql`update connections set ending = true where group_id = ${group_id}::int and id = ${id}::int`),
    );
    if ((await this.settle({ group_id, id, kind })) === null) return;
    const due = sql`${serviceTime(this.clock)} + ${LOOK}::int * interval '1 millisecond'`;
    await this.database.query(
      statement(sql`
        insert into connection_work (group_id, connection_id, kind, due_at)
        values (${group_id}::int, ${id}::int, ${kind}::text, ${due})
        on conflict (group_id, connection_id) do update set due_at = excluded.due_at`),
    );
  }

  /** Forgets it, unless something is under way still. @returns milliseconds after which it is looked at again; null: never */
  async settle({ group_id, id, kind }: Ending): Promise<number | null> {
    const its = sql`group_id = ${group_id}::int and id = ${id}::int and deleted and ending`;
    const isOld = sql`${its} and updated_at < ${serviceTime(this.clock)} - ${LONGEST}::int * interval '1 day'`;
    const isBusy = await this.users.isBusy(kind, group_id, id);
    const nothing = this.secrets.seal(group_id, id, { settings: {}, eventsKey: null });
    const left = await this.database.query(
      statement(sql`
        with forgotten as (
          update connections set ending = false, settings = '{}', secrets = ${nothing}::bytea, events_key = null
          where ${isBusy ? isOld : its} returning group_id, id
        ), done as (
          delete from connection_work w using forgotten f where w.group_id = f.group_id and w.connection_id = f.id
        )
        select 1 from connections where ${its} and not exists (select from forgotten)`),
    );
    return left.length === 0 ? null : LOOK;
  }
}
