import { Migration } from '@mikro-orm/migrations';

/** The responses to POSTs with an `Idempotency-Key`, for 24 hours. */
export class IdempotentAnswersTable extends Migration {
  override up(): void {
    this.addSql(`
      create table idempotent_answers (
        group_id int not null,
        id bytea not null,
        request bytea not null,
        answer bytea not null,
        created_at timestamptz(3) not null,
        primary key (group_id, id)
      )`);
    this.addSql('create index idempotent_answers_by_age on idempotent_answers (created_at)');
  }
}
