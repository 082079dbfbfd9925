import { OnlineMigration } from '#platform/database';

/** Others may see whether an email was validated: single sign-on goes by it. */
export class ValidatedEmails extends OnlineMigration {
  override up(): void {
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
      ) as location_ids, invited, disabled, second_factor, password_link, password_link_until, email_validated
      from users`);
  }
}
