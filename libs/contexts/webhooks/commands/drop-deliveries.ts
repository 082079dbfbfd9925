import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, statement } from '#platform/database';

/** Ends deliveries that wait in a copy of the database: their receivers get them from the real one. */
@Injectable()
export class DropDeliveries {
  constructor(private readonly database: Database) {}

  /** They have failed as those of a disabled endpoint, and can be redelivered. @returns how many */
  async drop(): Promise<number> {
    const dropped = await this.database.query(
      statement(sql`
        update webhook_deliveries
        set status = 'failed', error = 'endpoint_disabled', next_attempt_at = null, claimable_at = null, lease_token = null, redelivery = false
        where claimable_at is not null returning group_id`),
    );
    return dropped.length;
  }
}
