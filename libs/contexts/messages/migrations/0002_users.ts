import { Migration } from '@mikro-orm/migrations';

/** Messages to users about their account. */
export class MessagesToUsers extends Migration {
  override up(): void {
    this.addSql('alter table messages drop constraint messages_subject_check');
    this.addSql(`alter table messages add check (subject in ('item', 'request', 'user'))`);
  }
}
