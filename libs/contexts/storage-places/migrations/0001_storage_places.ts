import { OnlineMigration } from '#platform/database';

/** Where Locations store items. */
export class StoragePlaces extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table storage_places (
        group_id int not null references groups,
        id int not null,
        location_id text not null,
        name text not null,
        code text not null,
        parent_id int,
        path text not null,
        trail int[] not null,
        version int not null,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        deleted boolean not null default false,
        primary key (group_id, id)
      )`);
    this.addSql(
      'create unique index storage_places_code on storage_places (group_id, location_id, lower(code)) where not deleted',
    );
    this.addSql(`
      create view storage_place_paths as
      select group_id, id, location_id, name, code, trail, case when not deleted then path end as path from storage_places`);
  }
}
