import { OnlineMigration } from '#platform/database';

/** Messages show what was found. */
export class ItemContactImages extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create or replace view item_contacts as
      select group_id, id, location_id, status, item as thing, owner ->> 'firstName' as name, owner ->> 'contactEmail' as email,
        owner ->> 'phoneNumber' as phone_number, language_id, language_code, storage_expires_at as ends_at, request_id, image_url
      from items`);
  }
}
