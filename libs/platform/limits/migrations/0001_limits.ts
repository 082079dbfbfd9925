import { Migration } from '@mikro-orm/migrations';

/** The counters that limit calls and sign-ins. */
export class Limits extends Migration {
  override up(): void {
    // The columns are those of rate-limiter-flexible. Counts of a minute may be lost in a crash.
    this.addSql(`
      create unlogged table rate_limits (
        key varchar(255) primary key,
        points int not null default 0,
        expire bigint
      )`);
  }
}
