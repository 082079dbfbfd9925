import { OnlineMigration } from '#platform/database';

/** The columns of a Location that other contexts may join to write in its name, and to it. */
export class LocationContacts extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create view location_contacts as
      select group_id, location_id, name, address, contact_details ->> 'contactEmail' as email,
        contact_details ->> 'contactEmailCC' as email_cc, contact_details ->> 'phoneNumber' as phone_number
      from locations`);
  }
}
