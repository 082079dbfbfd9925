import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, statement } from '#platform/database';
import { ENDED } from '../delivery/pending.js';

/** Ends deliveries that wait in a copy of the database: their receivers get them from the real one. */
@Injectable()
export class DropDeliveries {
  constructor(private readonly database: Database) {}

  /** They have failed as those of a disabled endpoint, and can be redelivered. @returns how many */
  async drop(): Promise<number> {
    const dropped = await this.database.query(
      statement(sql`
        with ranges as (delete from webhook_redeliveries)
        update webhook_deliveries set ${ENDED}, lease_token = null where claimable_at is not null returning group_id`),
    );
    return dropped.length;
  }
}
