import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import type { OpenConnection } from '../calls/provider-line.js';

/** A good call is written down again after this many milliseconds. */
const EVERY = 60_000;

/** Keeps whether a connection works, by its last call or event: written where it changes, and of what works once a minute. */
@Injectable()
export class ConnectionHealth {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @param error why it does not work, without secrets; null where it does */
  async note(connection: OpenConnection, error: string | null): Promise<void> {
    const { groupID, id, status, lastError, lastOkAt } = connection;
    const now = this.clock.now();
    const isKnown = error === null ? status === 'ok' && isRecent(lastOkAt, now) : status === 'failing' && lastError === error;
    if (isKnown) return;
    const set =
      error === null
        ? sql`status = 'ok', last_error = null, last_ok_at = ${serviceTime(this.clock)}`
        : sql`status = 'failing', last_error = ${error}::text`;
    await this.database.query(
      statement(sql`update connections set ${set} where group_id = ${groupID}::int and id = ${id}::int and not deleted`),
    );
    Object.assign(
      connection,
      error === null ? { status: 'ok', lastError: null, lastOkAt: now } : { status: 'failing', lastError: error },
    );
  }
}

const isRecent = (at: Date | null, now: Date) => at !== null && now.getTime() - at.getTime() < EVERY;
