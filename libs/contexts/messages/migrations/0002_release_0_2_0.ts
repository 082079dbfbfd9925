import { OnlineMigration } from '#platform/database';

const SUBJECTS = `'item', 'request', 'user', 'user-changed', 'item-other', 'item-reminder', 'desk-item', 'desk-request'`;

/** Messages to users, to an owner by another contact, before storage ends, and to the desk of a Location; those that are held can be counted. */
export class MessagesOf020 extends OnlineMigration {
  static readonly replaces = [
    'messages/0002_users',
    'messages/0003_told_in_time',
    'messages/0004_held',
    'messages/0005_account_changes',
    'messages/0006_vacuumed',
  ];

  override up(): void {
    this.addSql('alter table messages drop constraint if exists messages_subject_check');
    this.addSql(`alter table messages add constraint messages_subject_check check (subject in (${SUBJECTS})) not valid`);
    this.addSql('alter table messages validate constraint messages_subject_check');
    this.addSql(`create index concurrently messages_held on messages (group_id, created_at) where status = 'held'`);
    // Dead rows are cleaned at a twentieth of the table, as each message leaves some in every index (docs/scaling.md).
    this.addSql('alter table messages set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)');
  }
}
