import { Migration } from '@mikro-orm/migrations';

/** Users and Regions, and a version of each Group's access. */
export class Users extends Migration {
  override up(): void {
    this.addSql(`
      create table users (
        group_id int not null references groups,
        id int not null,
        username text not null,
        email text,
        email_validated boolean not null,
        user_role text not null,
        location_ids text[] not null,
        region_ids int[] not null,
        country_ids text[] not null,
        access_all_locations boolean not null,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (group_id, id)
      )`);
    this.addSql('create index users_by_email on users (lower(email)) where email is not null');
    this.addSql(`
      create table regions (
        group_id int not null references groups,
        id int not null,
        name text not null,
        reference text,
        location_ids text[] not null,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        primary key (group_id, id)
      )`);
    this.addSql(`
      create table access_versions (
        group_id int primary key references groups,
        version int not null
      )`);
  }
}
