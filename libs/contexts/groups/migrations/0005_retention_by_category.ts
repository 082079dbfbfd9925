import { OnlineMigration } from '#platform/database';

/** Some kinds of item, such as documents, are kept for another time than the rest. */
export class RetentionByCategory extends OnlineMigration {
  override up(): void {
    this.addSql('alter table groups add retention_by_category json');
  }
}
