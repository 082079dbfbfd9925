import { OnlineMigration } from '#platform/database';

/** Settings of Locations and Groups for their guests. */
export class GuestSettingsTable extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table guest_settings (
        group_id int not null references groups,
        location_id text not null,
        settings json not null,
        version int not null,
        updated_at timestamptz(3) not null,
        primary key (group_id, location_id)
      )`);
  }
}
