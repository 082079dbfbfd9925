import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, type Places, statement, withinPlaces } from '#platform/database';

/** They are counted up to this number: as many held ones are kept of a Group. */
const MOST = 10_000;

/** Failures of the way to the mail server or SMS gateway, not of a recipient. */
const OF_THE_WAY = ['connection', 'tls', 'authentication'];

/** Counts the messages of a Group that wait for a mail server or SMS gateway to be configured, or to work. */
@Injectable()
export class HeldMessages {
  constructor(private readonly database: Database) {}

  /** Their numbers, each of up to 10,000, and since when the oldest waits for one to be configured. */
  async of(groupID: number, places: Places): Promise<{ count: number; oldest: string | null; unreachable: number }> {
    const row = await this.database.queryOne(
      statement(sql<{ count: number; oldest: string | null; unreachable: number }>`
        select count(*)::int as count, min(created_at) as oldest, (
          select count(*)::int from (
            select error from messages
            where group_id = ${groupID}::int and claimable_at is not null and ${withinPlaces(places)} limit ${MOST}::int
          ) waiting where error = any(${OF_THE_WAY}::text[])
        ) as unreachable from (
          select created_at from messages
          where group_id = ${groupID}::int and status = 'held' and ${withinPlaces(places)}
          order by created_at limit ${MOST}::int
        ) held`),
    );
    return row!;
  }
}
