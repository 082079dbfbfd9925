import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, statement } from '#platform/database';

/** Ends messages that wait in a copy of the database: owners and guests get them from the real one. */
@Injectable()
export class DropMessages {
  constructor(private readonly database: Database) {}

  /** They become `obsolete`. @returns how many */
  async drop(): Promise<number> {
    const dropped = await this.database.query(
      statement(sql`
        update messages set status = 'obsolete', sending = false, claimable_at = null, lease_token = null
        where claimable_at is not null returning group_id`),
    );
    return dropped.length;
  }
}
