import { Migration } from '@mikro-orm/migrations';

/** The columns of an item that other contexts may join: its description, and the contact for notifications. */
export class ItemViews extends Migration {
  override up(): void {
    this.addSql(`
      create view item_descriptions as
      select group_id, id, location_id, status, item, brand, location, departured_date, colors, categories, owner, search from items`);
    this.addSql(`
      create view item_contacts as
      select group_id, id, location_id, status, item as thing, owner ->> 'firstName' as name, owner ->> 'contactEmail' as email,
        owner ->> 'phoneNumber' as phone_number, language_id, language_code, storage_expires_at as ends_at
      from items`);
  }
}
