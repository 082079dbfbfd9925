import { OnlineMigration } from '#platform/database';

const REGISTERED = `from events e
  where e.group_id = ROW.group_id and e.stream_type = 'item' and e.stream_id = ROW.id and e.version = 1`;

/** When, by whom and how an item was found, how it is handled, and which API token registered it. */
export class ItemFinds extends OnlineMigration {
  override up(): void {
    this.addSql(`
      alter table items
        add column found_at timestamptz(3),
        add column found_by text,
        add column hidden_mark text,
        add column handling text not null default 'normal',
        add column registered_by_token uuid`);
    // Guests are shown no picture of some.
    this.addSql(`
      create or replace view item_contacts as
      select group_id, id, location_id, status, item as thing,
        case when owner ->> 'firstName' is not null then concat_ws(' ', owner ->> 'firstName', owner ->> 'lastName') end as name,
        owner ->> 'contactEmail' as email, owner ->> 'phoneNumber' as phone_number, language_id, language_code,
        storage_expires_at as ends_at, request_id,
        case when not (handling in ('document', 'discreet')) then image_url end as image_url
      from items`);
    // The release before this one names no token; the event is stored before the row.
    const token = (row: string) => `select (e.actor ->> 'tokenID')::uuid ${REGISTERED.replaceAll('ROW', row)}`;
    this.addSql(`
      create function item_registered_by() returns trigger language plpgsql as $$
      begin
        new.registered_by_token := (${token('new')});
        return new;
      end $$`);
    this.addSql(`
      create trigger item_registered_by before insert on items
      for each row when (new.registered_by is null and new.registered_by_token is null) execute function item_registered_by()`);
    this.backfill({
      table: 'items',
      set: `registered_by_token = (${token('items')})`,
      where: 'registered_by is null and registered_by_token is null',
    });
  }
}
