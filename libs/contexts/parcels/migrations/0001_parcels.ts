import { OnlineMigration } from '#platform/database';

/** Labels that were bought or are being bought, and prices that hold for guests (decisions.md, section 14). */
export class ParcelTables extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table parcel_labels (
        group_id int not null,
        item_id int not null,
        try int not null,
        reference text not null,
        connection_id int not null,
        state text not null check (state in ('open', 'asked', 'bought', 'refused', 'void-asked', 'voided', 'void-refused')),
        service text,
        cost json,
        label_id text,
        tracking_number text,
        file text,
        asked_at timestamptz(3),
        bought_at timestamptz(3),
        news_at timestamptz(3),
        is_voiding boolean not null default false,
        erased boolean not null default false,
        claimable_at timestamptz(3),
        lease_token uuid,
        primary key (group_id, item_id, try)
      )`);
    this.addSql('create index parcel_labels_due on parcel_labels (claimable_at)');
    this.addSql('create index parcel_labels_known on parcel_labels (group_id, connection_id, label_id)');
    this.addSql('create index parcel_labels_tracked on parcel_labels (group_id, connection_id, tracking_number)');
    this.addSql(`
      create table parcel_prices (
        group_id int not null,
        item_id int not null,
        sent_to bytea not null,
        price json not null,
        days text,
        holds_until timestamptz(3) not null,
        primary key (group_id, item_id)
      )`);
    this.addSql('create index parcel_prices_held on parcel_prices (group_id, holds_until)');
  }
}
