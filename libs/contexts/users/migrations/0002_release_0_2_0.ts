import { OnlineMigration } from '#platform/database';

/** Invitations, disabled users, second factors, links to set a password, and languages. Users who are there are active, and their addresses count as verified. */
export class UsersOf020 extends OnlineMigration {
  static readonly replaces = [
    'users/0002_views',
    'users/0003_accounts',
    'users/0004_reach',
    'users/0005_validated_emails',
    'users/0006_own_emails',
  ];

  override up(): void {
    this.addSql(`
      alter table users
        add column if not exists invited boolean not null default false,
        add column if not exists disabled boolean not null default false,
        add column if not exists second_factor boolean not null default false,
        add column if not exists password_link int,
        add column if not exists password_link_until timestamptz(3),
        add column if not exists language text,
        add column if not exists email_pending boolean not null default false,
        add column if not exists reset_email text`);
    // With the active Locations that a user's access covers. PostgreSQL reads the assigned lists once for each user, not for each Location.
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
