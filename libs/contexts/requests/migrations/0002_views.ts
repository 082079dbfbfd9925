import { Migration } from '@mikro-orm/migrations';

/** The columns of a Request that other contexts may join for notifications: the guest's contact. */
export class RequestViews extends Migration {
  override up(): void {
    this.addSql(`
      create view request_contacts as
      select group_id, id, location_id, status, request as thing, owner ->> 'name' as name, owner ->> 'email' as email,
        owner ->> 'phoneNumber' as phone_number, question, language_id, expires_at as ends_at
      from requests`);
  }
}
