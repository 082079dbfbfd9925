import { OnlineMigration } from '#platform/database';

/** What messages said, sealed. */
export class MessagesTexts extends OnlineMigration {
  override up(): void {
    this.addSql('alter table messages add column sealed_text bytea');
  }
}
