import { Migration } from '@mikro-orm/migrations';

/** Credentials of Users, and their sessions. */
export class Credentials extends Migration {
  override up(): void {
    this.addSql(`
      create table credentials (
        group_id int not null references groups,
        user_id int not null,
        username text not null,
        password_hash text not null,
        last_login_at timestamptz(3),
        primary key (group_id, user_id),
        constraint credentials_username unique (username)
      )`);
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
  }
}
