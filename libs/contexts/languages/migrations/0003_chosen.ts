import { OnlineMigration } from '#platform/database';

/** Which of its Group's Languages a Location uses, and the default of each Location that has one of its own. */
export class LocationLanguages extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table location_languages (
        group_id int not null references groups,
        location_id text not null,
        language_ids int[] not null,
        default_id int not null,
        primary key (group_id, location_id)
      )`);
    this.addSql(`
      create view location_default_languages as
      select c.group_id, c.location_id, l.code from location_languages c
      join languages l on l.group_id = c.group_id and l.id = c.default_id
      union all
      select l.group_id, l.location_id, l.code from languages l
      where l.is_default and l.location_id is not null and not exists (
        select from location_languages c where c.group_id = l.group_id and c.location_id = l.location_id)`);
  }
}
