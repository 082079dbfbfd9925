import { OnlineMigration } from '#platform/database';

/** The mail by which a message went out: what is written later refers to the first of its conversation. */
export class MessagesMails extends OnlineMigration {
  override up(): void {
    this.addSql('alter table messages add column mail_id text');
  }
}
