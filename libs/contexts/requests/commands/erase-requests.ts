import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, literals, tables } from '#platform/database';
import { BY_ITSELF, EventLog, EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { requestDecider } from '../domain/request.decider.js';
import { ENDED } from '../domain/request.transitions.js';
import type { RequestEntity } from '../read-model/request.entity.js';
import { RECORD } from '../read-model/request.projection.js';
import type { RequestRow } from '../read-model/request.queries.js';

const db = tables<typeof RequestEntity>();

/** Erases the personal data of Requests (docs/adr/0015-erasure-of-personal-data.md). */
@Injectable()
export class EraseRequests {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The Requests of a Group that ended by then and still hold personal data, oldest first. */
  async endedBy(groupID: number, end: Date, limit: number): Promise<number[]> {
    const ended = db
      .selectFrom('requests')
      .select('id')
      .where('group_id', '=', groupID)
      .where(sql<boolean>`not erased`)
      .where('status', 'in', literals(ENDED))
      .where('updated_at', '<=', end.toISOString())
      .orderBy('updated_at')
      .limit(limit);
    return (await this.database.query(ended)).map(({ id }) => id);
  }

  /** The Requests of a Group whose guest has the email address, whatever its case; deleted ones too. */
  async ofPerson(groupID: number, email: string): Promise<RequestRow[]> {
    const address = sql<string>`lower(owner ->> 'email')`;
    const found = db.selectFrom('requests').select(RECORD).where('group_id', '=', groupID);
    return this.database.query(found.where(address, '=', email.toLowerCase()).orderBy('id'));
  }

  /**
   * Destroys the key of its history and empties what else is known of it, in one transaction.
   * @returns whether there was anything to erase
   */
  async erase(groupID: number, id: number): Promise<boolean> {
    const stream = { groupID, type: 'request', id };
    const execution = { cause: BY_ITSELF, at: this.clock.now(), beside: [EventLog.destroyKey(stream)] };
    const { events } = await this.store.execute(stream, requestDecider, { type: 'EraseRequest' }, execution);
    return events.length > 0;
  }
}
