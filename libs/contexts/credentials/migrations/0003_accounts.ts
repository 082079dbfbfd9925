import { Migration } from '@mikro-orm/migrations';

/** Second factors with their recovery codes, disabled users, and what a user is shown of its sessions. */
export class Accounts extends Migration {
  override up(): void {
    this.addSql('alter table credentials add blocked boolean not null default false');
    this.addSql('alter table sessions add refreshed_at timestamptz(3), add user_agent text');
    this.addSql(`
      create table second_factors (
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
      create table recovery_codes (
        group_id int not null,
        user_id int not null,
        hash bytea not null,
        primary key (group_id, user_id, hash),
        foreign key (group_id, user_id) references second_factors on delete cascade
      )`);
  }
}
