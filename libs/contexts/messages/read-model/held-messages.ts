import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, type Places, statement, withinPlaces } from '#platform/database';

/** Held messages are counted up to this number: as many are kept of a Group. */
const MOST = 10_000;

/** Counts the messages of a Group that wait for a mail server or SMS gateway to be configured. */
@Injectable()
export class HeldMessages {
  constructor(private readonly database: Database) {}

  /** Their number, up to 10,000, and since when the oldest waits. */
  async of(groupID: number, places: Places): Promise<{ count: number; oldest: string | null }> {
    const row = await this.database.queryOne(
      statement(sql<{ count: number; oldest: string | null }>`
        select count(*)::int as count, min(created_at) as oldest from (
          select created_at from messages
          where group_id = ${groupID}::int and status = 'held' and ${withinPlaces(places)}
          order by created_at limit ${MOST}::int
        ) held`),
    );
    return row!;
  }
}
