import { OnlineMigration } from '#platform/database';

/** A user's language, and where links to set a password go until a new email is verified. Addresses that are there count as verified. */
export class OwnEmails extends OnlineMigration {
  override up(): void {
    this.addSql(`
      alter table users
        add language text,
        add email_pending boolean not null default false,
        add reset_email text`);
    this.addSql(`
      create or replace view user_directory as
      select group_id, id, username, email, user_role, access_all_locations, array(
        select l.location_id from location_directory l
        where l.group_id = users.group_id and l.active and (
          users.access_all_locations or l.country_id = any(users.country_ids) or l.location_id in (
            select unnest(users.location_ids)
            union all
            select unnest(r.location_ids) from regions r where r.group_id = users.group_id and r.id = any(users.region_ids)
          )
        )
        order by l.id
      ) as location_ids, invited, disabled, second_factor, password_link, password_link_until, email_validated,
        language, email_pending, case when email_pending then reset_email else email end as reset_email
      from users`);
  }
}
