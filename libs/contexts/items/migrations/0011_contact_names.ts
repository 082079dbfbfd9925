import { OnlineMigration } from '#platform/database';

/** Messages greet owners as they do guests, by the whole name. */
export class ItemContactNames extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create or replace view item_contacts as
      select group_id, id, location_id, status, item as thing,
        case when owner ->> 'firstName' is not null then concat_ws(' ', owner ->> 'firstName', owner ->> 'lastName') end as name,
        owner ->> 'contactEmail' as email, owner ->> 'phoneNumber' as phone_number, language_id, language_code,
        storage_expires_at as ends_at, request_id, image_url
      from items`);
  }
}
