import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, type Statement, statement, template } from '#platform/database';
import { millisecondsOf } from '#platform/kernel';
import type { OpenConnection } from '../calls/provider-line.js';
import { ConnectionSettings } from '../connection-settings.js';
import type { ConnectionKind } from '../domain/kinds.js';
import type { ConnectionRow } from './connection.entity.js';
import { eventsKeyHash, SealedConnections } from './connection-secrets.js';

/** Finds connections to call, for the service's own work: what a caller may see is asked of `ConnectionStore`. */
@Injectable()
export class OpenConnections {
  constructor(
    private readonly database: Database,
    private readonly secrets: SealedConnections,
    private readonly settings: ConnectionSettings,
  ) {}

  /** The one of a kind that is enabled and for a Location; null where there is none. One look-up. */
  async covering(groupID: number, kind: ConnectionKind, locationID: string): Promise<OpenConnection | null> {
    return this.found(groupID, coveringOf({ groupID, kind, locationID }));
  }

  /** A connection, switched off or not; one that was deleted while something begun by it is not settled, else null. */
  async one(groupID: number, id: number): Promise<OpenConnection | null> {
    return this.found(groupID, oneOf({ groupID, id }));
  }

  /** The connection with this key in its `eventsUrl`. */
  async byEventsKey(key: string): Promise<OpenConnection | null> {
    const hash = eventsKeyHash(key);
    return this.found(
      null,
      statement(sql`select * from connections where events_key = ${hash}::bytea and (not deleted or ending)`),
    );
  }

  /** A row as it can be called. */
  opened(row: ConnectionRow): OpenConnection {
    const { settings, eventsKey } = this.secrets.open(row);
    return {
      groupID: row.group_id,
      id: row.id,
      provider: row.provider,
      locationIDs: row.location_ids,
      enabled: row.enabled,
      settings: { ...row.settings, ...settings },
      eventsUrl: eventsKey === null ? null : this.settings.eventsUrl(eventsKey),
      status: row.status,
      lastError: row.last_error,
      lastOkAt: row.last_ok_at === null ? null : new Date(millisecondsOf(row.last_ok_at)),
    };
  }

  private async found(groupID: number | null, looking: Statement<unknown>): Promise<OpenConnection | null> {
    const [[row]] = await this.database.lookUp<[ConnectionRow]>(groupID, looking as Statement<ConnectionRow>);
    return row ? this.opened(row) : null;
  }
}

const coveringOf = template<{ groupID: number; kind: ConnectionKind; locationID: string }, ConnectionRow>((given) =>
  statement(sql`
    select * from connections
    where group_id = ${given.groupID}::int and kind = ${given.kind}::text and enabled and not deleted
      and (location_ids is null or ${given.locationID}::text = any (location_ids))`),
);

const oneOf = template<{ groupID: number; id: number }, ConnectionRow>(({ groupID, id }) =>
  statement(sql`select * from connections where group_id = ${groupID}::int and id = ${id}::int and (not deleted or ending)`),
);
