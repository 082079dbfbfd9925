import { OnlineMigration } from '#platform/database';

/** Pages of providers on which guests pay, and what is given back there. */
export class PaymentTables extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create table payment_pages (
        group_id int not null references groups,
        item_id int not null,
        number int not null,
        connection_id int not null,
        reference uuid not null,
        provider_id text,
        amount float8 not null,
        currency text not null,
        state text not null default 'open' check (state in ('open', 'paid', 'ended')),
        wanted boolean not null default true,
        attempts int not null default 0,
        claimable_at timestamptz(3),
        lease_token uuid,
        created_at timestamptz(3) not null,
        primary key (group_id, item_id, number),
        foreign key (group_id, connection_id) references connections on delete cascade,
        constraint payment_pages_reference unique (reference)
      )`);
    this.addSql('create index payment_pages_due on payment_pages (claimable_at) where claimable_at is not null');
    this.addSql(`
      create table payment_refunds (
        group_id int not null references groups,
        item_id int not null,
        number int not null,
        page int not null,
        kind text not null check (kind in ('refund', 'return')),
        reference uuid not null,
        amount float8 not null,
        currency text not null,
        asked float8,
        call_key bytea,
        reason bytea,
        state text not null default 'begun' check (state in ('begun', 'done', 'refused')),
        answered boolean not null default false,
        attempts int not null default 0,
        claimable_at timestamptz(3),
        lease_token uuid,
        created_at timestamptz(3) not null,
        primary key (group_id, item_id, number),
        foreign key (group_id, item_id, page) references payment_pages on delete cascade
      )`);
    this.addSql('create index payment_refunds_due on payment_refunds (claimable_at) where claimable_at is not null');
    this.addSql(
      `create unique index payment_refunds_returned on payment_refunds (group_id, item_id, page) where kind = 'return'`,
    );
  }
}
