import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { Database, tables } from '#platform/database';

/** A sequence that is not there, and the ways two makers of the same one collide. */
const MISSING = '42P01';
const MADE_MEANWHILE = ['42P07', '23505'];

/**
 * Numbers Requests from 1 within their Location. A sequence for each Location makes no Request wait for another's commit;
 * it is made with the Location's first Request.
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
      if (codeOf(error) !== MISSING) throw error;
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
      if (!MADE_MEANWHILE.includes(codeOf(error))) throw error;
    }
  }
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code);
}
