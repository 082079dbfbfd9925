import { OnlineMigration } from '#platform/database';

/** Stays of guests. */
export class StaysTable extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table stays (
        group_id int not null references groups,
        location_id text not null,
        external_id text not null,
        room text not null,
        arrival_date text not null,
        departure_date text not null,
        sealed bytea not null,
        primary key (group_id, location_id, external_id)
      )`);
    this.addSql('create index stays_by_room on stays (group_id, location_id, room, departure_date)');
    this.addSql('create index stays_by_departure on stays (departure_date)');
  }
}
