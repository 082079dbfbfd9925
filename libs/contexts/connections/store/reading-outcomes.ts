import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, serviceTime, statement } from '#platform/database';
import { Clock } from '#platform/kernel';
import type { OpenConnection } from '../calls/provider-line.js';

/** Keeps what its record says of the readings of a reservation system. */
@Injectable()
export class ReadingOutcomes {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** It was read to its end. @param stays how many came from it @param unmapped its names that no Location is named for */
  async note({ groupID, id }: OpenConnection, stays: number, unmapped: readonly string[]): Promise<void> {
    await this.database.query(
      statement(sql`
        update connections set last_sync_at = ${serviceTime(this.clock)}, stay_count = ${stays}::int, unmapped = ${unmapped}::text[]
        where group_id = ${groupID}::int and id = ${id}::int and not deleted`),
    );
  }
}
