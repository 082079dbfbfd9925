import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, isSqlError, tables } from '#platform/database';

/**
 * Numbers Requests from 1 within their Location. With a sequence for each Location, no Request waits for another's commit;
 * it is created with the Location's first Request.
 */
@Injectable()
export class RequestNumbers {
  constructor(private readonly database: Database) {}

  /** @param location the Location's own number within the Group */
  async next(groupID: number, location: number): Promise<number> {
    const sequence = `numbers.request_${groupID}_${location}`;
    try {
      return await this.draw(sequence);
    } catch (error) {
      if (!isSqlError(error, 'undefined_table')) throw error;
      await this.make(sequence);
      return this.draw(sequence);
    }
  }

  private async draw(sequence: string): Promise<number> {
    const number = sql<number>`nextval(${sequence}::text::regclass)::int`.as('number');
    return (await this.database.queryOne(tables<never>().selectNoFrom(number)))!.number;
  }

  private async make(sequence: string): Promise<void> {
    try {
      await this.database.withConnection((client) => client.query(`CREATE SEQUENCE IF NOT EXISTS ${sequence}`));
    } catch (error) {
      // Another process may have made it at the same time.
      if (!isSqlError(error, 'duplicate_table', 'unique_violation')) throw error;
    }
  }
}
