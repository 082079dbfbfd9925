import { Migration } from '@mikro-orm/migrations';

/** Languages of Groups and of Locations. */
export class Languages extends Migration {
  override up(): void {
    this.addSql(`
      create table languages (
        group_id int not null references groups,
        id int not null,
        language text not null,
        code text not null,
        location_id text,
        is_default boolean not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3),
        primary key (group_id, id)
      )`);
    this.addSql(`create unique index languages_code on languages (group_id, coalesce(location_id, ''), lower(code))`);
    this.addSql(`create unique index languages_default on languages (group_id, coalesce(location_id, '')) where is_default`);
  }
}
