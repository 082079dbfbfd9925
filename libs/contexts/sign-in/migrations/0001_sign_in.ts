import { Migration } from '@mikro-orm/migrations';

/** API tokens, kept as hashes, and the keys that sign access tokens. */
export class SignInTables extends Migration {
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
        role text not null default 'group_admin' check (role in ('group_admin', 'carrier')),
        primary key (group_id, id)
      )`);
    this.addSql(`
      create table signing_keys (
        id uuid primary key,
        sealed_key bytea not null,
        created_at timestamptz(3) not null
      )`);
  }
}
