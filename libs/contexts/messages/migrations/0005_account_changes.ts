import { OnlineMigration } from '#platform/database';

const SUBJECTS = `'item', 'request', 'user', 'user-changed', 'item-other', 'item-reminder', 'desk-item', 'desk-request'`;

/** Messages that tell users of changes of their account. */
export class AccountChanges extends OnlineMigration {
  override up(): void {
    this.addSql('alter table messages drop constraint messages_subject_check');
    this.addSql(`alter table messages add constraint messages_subject_check check (subject in (${SUBJECTS})) not valid`);
    this.addSql('alter table messages validate constraint messages_subject_check');
  }
}
