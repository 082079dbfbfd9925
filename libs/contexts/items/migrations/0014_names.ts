import { OnlineMigration } from '#platform/database';

/** The owner's names one by one: which of them comes first, and whether it is one, is not for SQL to say. */
export class ItemNames extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create or replace view item_contacts as
      select group_id, id, location_id, status, item as thing,
        case when owner ->> 'firstName' is not null then concat_ws(' ', owner ->> 'firstName', owner ->> 'lastName') end as name,
        owner ->> 'contactEmail' as email, owner ->> 'phoneNumber' as phone_number, language_id, language_code,
        storage_expires_at as ends_at, request_id,
        case when not (handling in ('document', 'discreet')) then image_url end as image_url,
        owner ->> 'firstName' as first_name, owner ->> 'lastName' as last_name
      from items`);
  }
}
