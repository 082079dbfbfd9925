import { OnlineMigration } from '#platform/database';

/** Texts of messages, sealed. */
export class MessagesTexts extends OnlineMigration {
  override up(): void {
    this.addSql('alter table messages add column sealed_text bytea');
  }
}
