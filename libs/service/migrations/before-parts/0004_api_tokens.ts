import { Migration } from '@mikro-orm/migrations';

/** API tokens of Integrations, kept as hashes. */
export class ApiTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table api_tokens (
        group_id int not null references groups,
        id uuid not null,
        prefix text not null,
        hash bytea not null unique,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3),
        revoked_at timestamptz(3),
        primary key (group_id, id)
      )`);
  }
}
