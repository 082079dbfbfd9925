import { OnlineMigration } from '#platform/database';

const SUBJECTS = `'item', 'request', 'user', 'item-other', 'item-reminder', 'desk-item', 'desk-request'`;

/** Messages by the owner's other contact, before storage ends, and to the desk of a Location. */
export class ToldInTime extends OnlineMigration {
  override up(): void {
    this.addSql('alter table messages drop constraint messages_subject_check');
    this.addSql(`alter table messages add constraint messages_subject_check check (subject in (${SUBJECTS})) not valid`);
    this.addSql('alter table messages validate constraint messages_subject_check');
  }
}
