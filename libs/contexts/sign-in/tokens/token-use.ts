import { type BeforeApplicationShutdown, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { sql } from 'kysely';
import { SingleFlight } from '#platform/concurrency';
import { Database, tables } from '#platform/database';
import { Clock } from '#platform/kernel';
import type { ApiTokenEntity } from './api-token.entity.js';

const db = tables<typeof ApiTokenEntity>();

/** How often the last uses are written, in milliseconds. */
const WRITE_INTERVAL = 60_000;

/** Records when each API token was last used: noted in memory, written each minute and when the process stops. */
@Injectable()
export class TokenUse implements OnModuleInit, BeforeApplicationShutdown {
  private readonly log = new Logger(TokenUse.name);
  private used = new Map<string, { groupID: number; at: number }>();
  private timer: NodeJS.Timeout | undefined;

  private readonly writing = new SingleFlight(() => this.tryWriting());

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  note(groupID: number, tokenID: string): void {
    const noted = this.used.get(tokenID);
    const at = this.clock.now().getTime();
    if (noted) noted.at = at;
    else this.used.set(tokenID, { groupID, at });
  }

  /** Writes the uses noted since the last time, in one statement; after a failure they are kept for the next time. */
  async write(): Promise<void> {
    if (this.used.size === 0) return;
    const { used } = this;
    this.used = new Map();
    try {
      await this.keep([...used]);
    } catch (error) {
      this.used = new Map([...used, ...this.used]);
      throw error;
    }
  }

  private async keep(noted: [string, { groupID: number; at: number }][]): Promise<void> {
    await this.database.query(
      db
        .updateTable('api_tokens')
        .from(
          sql<{ group_id: number; id: string; at: string }>`unnest(
            ${noted.map(([, { groupID }]) => groupID)}::int[],
            ${noted.map(([tokenID]) => tokenID)}::uuid[],
            ${noted.map(([, { at }]) => new Date(at).toISOString())}::timestamptz[])`.as<'noted'>(sql`noted (group_id, id, at)`),
        )
        .set({ last_used_at: sql<string>`greatest(api_tokens.last_used_at, noted.at)` })
        .whereRef('api_tokens.group_id', '=', 'noted.group_id')
        .whereRef('api_tokens.id', '=', 'noted.id'),
    );
  }

  onModuleInit(): void {
    this.timer = this.writing.every(WRITE_INTERVAL);
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.writing.current;
    await this.writing.run();
  }

  private async tryWriting(): Promise<void> {
    try {
      await this.write();
    } catch (error) {
      this.log.warn(`The last uses of API tokens were not written: ${(error as Error).message}`);
    }
  }
}
