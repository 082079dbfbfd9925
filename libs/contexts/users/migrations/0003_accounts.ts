import { Migration } from '@mikro-orm/migrations';

/** Invitations, disabled users, second factors and links to set a password. Users who are there are active. */
export class Accounts extends Migration {
  override up(): void {
    this.addSql(`
      alter table users
        add invited boolean not null default false,
        add disabled boolean not null default false,
        add second_factor boolean not null default false,
        add password_link int,
        add password_link_until timestamptz(3)`);
    this.addSql(`
      create or replace view user_directory as
      select group_id, id, username, email, user_role, access_all_locations, array(
        select l.location_id from location_directory l
        where l.group_id = users.group_id and l.active and (
          users.access_all_locations or l.location_id = any(users.location_ids) or l.country_id = any(users.country_ids)
          or exists (
            select from regions r
            where r.group_id = l.group_id and r.id = any(users.region_ids) and l.location_id = any(r.location_ids)
          )
        )
        order by l.id
      ) as location_ids, invited, disabled, second_factor, password_link, password_link_until
      from users`);
  }
}
