import { OnlineMigration } from '#platform/database';

/** Messages to users about their account. */
export class MessagesToUsers extends OnlineMigration {
  override up(): void {
    this.addSql('alter table messages drop constraint messages_subject_check');
    this.addSql(`
      alter table messages add constraint messages_subject_check check (subject in ('item', 'request', 'user')) not valid`);
    this.addSql('alter table messages validate constraint messages_subject_check');
  }
}
