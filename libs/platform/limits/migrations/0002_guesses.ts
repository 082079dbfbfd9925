import { OnlineMigration } from '#platform/database';

/** Wrong guesses, counted over days for all processes: a crash forgets none. */
export class Guesses extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table guesses (
        key bytea primary key,
        times timestamptz[] not null,
        expires_at timestamptz(3) not null,
        right_at timestamptz
      )`);
    this.addSql('create index guesses_by_age on guesses (expires_at)');
  }
}
