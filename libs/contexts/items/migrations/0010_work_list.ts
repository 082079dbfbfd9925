import { OnlineMigration } from '#platform/database';

const WAITS = (row: string) => `${row}status in ('pickup-by-guest', 'shipment-paid', 'contact-missing')`;
const IS_UNPAID = (row: string) => `coalesce(${row}payment ->> 'paymentStatus' in ('open', 'failed'), false)`;

/** When the last of such events of an item was. */
const LAST = (types: string) => `(
  select e.at from events e
  where e.group_id = items.group_id and e.stream_type = 'item' and e.stream_id = items.id and e.type in (${types})
  order by e.version desc limit 1)`;

/** Since when items wait for staff, and for their payment (decisions.md, section 13, Work list). */
export class ItemsOfTheWorkList extends OnlineMigration {
  override up(): void {
    this.addSql(`alter table items add column waiting_since timestamptz(3), add column unpaid_since timestamptz(3)`);
    // The release before this one writes neither.
    this.addSql(`
      create function item_waits() returns trigger language plpgsql as $$
      begin
        if ${WAITS('new.')} <> (new.waiting_since is not null) then
          new.waiting_since := case when new.waiting_since is null then new.updated_at end;
        end if;
        if ${IS_UNPAID('new.')} <> (new.unpaid_since is not null) then
          new.unpaid_since := case when new.unpaid_since is null then new.updated_at end;
        end if;
        return new;
      end $$`);
    this.addSql(`
      create trigger item_waits before insert or update of status, payment on items for each row
      when (${WAITS('new.')} <> (new.waiting_since is not null) or ${IS_UNPAID('new.')} <> (new.unpaid_since is not null))
      execute function item_waits()`);
    this.backfill({
      table: 'items',
      set: `waiting_since = coalesce(${LAST(`'ItemRegistered', 'ItemStatusChanged'`)}, updated_at)`,
      where: `waiting_since is null and ${WAITS('')}`,
    });
    this.backfill({
      table: 'items',
      set: `unpaid_since = coalesce(${LAST(`'ItemPaymentChanged'`)}, updated_at)`,
      where: `unpaid_since is null and ${IS_UNPAID('')}`,
    });
    this.addSql(
      `create index concurrently items_waiting on items (group_id, status, waiting_since, id) include (location_id) where waiting_since is not null`,
    );
    this.addSql(`
      create index concurrently items_waiting_here on items (group_id, location_id, status, waiting_since, id)
      where waiting_since is not null`);
    this.addSql(`
      create index concurrently items_ending on items (group_id, storage_expires_at, id) include (location_id)
      where held_until is null and status in ('contact-missing', 'waiting-response', 'wrong-owner', 'pickup-by-guest')`);
    this.addSql(`
      create index concurrently items_unpaid on items (group_id, unpaid_since, id) include (location_id)
      where unpaid_since is not null and status in ('contact-missing', 'waiting-response', 'pickup-by-guest')`);
  }
}
