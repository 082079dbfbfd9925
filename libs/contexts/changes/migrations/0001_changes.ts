import { OnlineMigration } from '#platform/database';

/** Commits, in the order in which they are listed. The listing fills it from the beginning of the log. */
export class Changes extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table changes (
        group_id int not null,
        number bigint not null,
        subject text not null,
        subject_id int not null,
        location_id text not null,
        change text not null,
        status text not null,
        fields text[] not null,
        changed_at timestamptz(3) not null,
        primary key (group_id, number)
      )`);
    this.addSql('create index changes_by_location on changes (group_id, location_id, number)');
  }
}
