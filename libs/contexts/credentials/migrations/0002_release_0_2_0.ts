import { OnlineMigration } from '#platform/database';

/** Second factors with their recovery codes, disabled users, what a user is shown of its sessions, and the sweep of old ones. */
export class CredentialsOf020 extends OnlineMigration {
  static readonly replaces = [
    'credentials/0002_views',
    'credentials/0003_accounts',
    'credentials/0004_keyed_addresses',
    'credentials/0005_ages',
  ];

  override up(): void {
    this.addSql('create or replace view last_logins as select group_id, user_id, last_login_at from credentials');
    this.addSql('alter table credentials add column if not exists blocked boolean not null default false');
    this.addSql(`
      alter table sessions
        add column if not exists refreshed_at timestamptz(3),
        add column if not exists user_agent text`);
    this.addSql(`
      create table if not exists second_factors (
        group_id int not null,
        user_id int not null,
        sealed_secret bytea not null,
        created_at timestamptz(3) not null,
        enabled boolean not null default false,
        used_step int,
        primary key (group_id, user_id),
        foreign key (group_id, user_id) references credentials on delete cascade
      )`);
    this.addSql(`
      create table if not exists recovery_codes (
        group_id int not null,
        user_id int not null,
        hash bytea not null,
        primary key (group_id, user_id, hash),
        foreign key (group_id, user_id) references second_factors on delete cascade
      )`);
    // Addresses stored as a SHA-256 of 32 bytes, which trying all addresses undoes, become bytes that no address has: whoever signed in
    // from them signs in as from a new place once. Keyed hashes have 16 bytes.
    this.backfill({
      table: 'known_addresses',
      set: "address = decode(md5(random()::text), 'hex')",
      where: 'octet_length(address) = 32',
    });
    this.addSql('create index concurrently sessions_by_end on sessions (expires_at)');
    this.addSql('create index concurrently known_addresses_by_age on known_addresses (seen_at)');
  }
}
