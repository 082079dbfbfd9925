import { OnlineMigration } from '#platform/database';

/** The languages that owners have chosen on their pages. */
export class ChosenLanguagesTable extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table chosen_languages (
        group_id int not null,
        item_id int not null,
        code text not null,
        primary key (group_id, item_id)
      )`);
  }
}
