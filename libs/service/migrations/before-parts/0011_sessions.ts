import { Migration } from '@mikro-orm/migrations';

/** Sessions of Users, the keys that sign their access tokens, and what limits calls and sign-ins. */
export class Sessions extends Migration {
  override up(): void {
    this.addSql(`
      create table sessions (
        group_id int not null,
        id uuid not null,
        user_id int not null,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null,
        primary key (group_id, id),
        foreign key (group_id, user_id) references credentials on delete cascade
      )`);
    this.addSql('create index sessions_by_user on sessions (group_id, user_id)');
    this.addSql(`
      create table refresh_tokens (
        group_id int not null,
        hash bytea not null unique,
        session_id uuid not null,
        used_at timestamptz(3),
        primary key (group_id, hash),
        foreign key (group_id, session_id) references sessions on delete cascade
      )`);
    this.addSql('create index refresh_tokens_by_session on refresh_tokens (group_id, session_id)');
    this.addSql(`
      create table known_addresses (
        group_id int not null,
        user_id int not null,
        address bytea not null,
        seen_at timestamptz(3) not null,
        primary key (group_id, user_id, address),
        foreign key (group_id, user_id) references credentials on delete cascade
      )`);
    this.addSql(`
      create table signing_keys (
        id uuid primary key,
        sealed_key bytea not null,
        created_at timestamptz(3) not null
      )`);
    // The columns are those of rate-limiter-flexible. Counts of a minute may be lost in a crash.
    this.addSql(`
      create unlogged table rate_limits (
        key varchar(255) primary key,
        points int not null default 0,
        expire bigint
      )`);
  }
}
