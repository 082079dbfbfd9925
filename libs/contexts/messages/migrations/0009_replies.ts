import { OnlineMigration } from '#platform/database';

/** What owners and guests answer, sealed. */
export class Replies extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table replies (
        group_id int not null,
        mail bytea not null,
        record text not null check (record in ('item', 'request')),
        record_id int not null,
        number int not null,
        location_id text not null,
        received_at timestamptz(3) not null,
        verified boolean not null,
        sealed bytea,
        attachments json not null,
        read_at timestamptz(3),
        erased boolean not null default false,
        primary key (group_id, mail),
        constraint replies_number unique (group_id, record, record_id, number)
      )`);
    this.addSql(`
      create index replies_unread on replies (group_id, record, record_id, received_at) include (location_id)
      where read_at is null and not erased`);
    this.addSql('create index replies_erased on replies (group_id, mail) where erased');
    this.addSql('create index concurrently messages_mail on messages (group_id, mail_id) where mail_id is not null');
  }
}
