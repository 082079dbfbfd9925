import { Migration } from '@mikro-orm/migrations';

/** The columns of a User that other contexts may join, with the active Locations that its access covers. */
export class UserViews extends Migration {
  override up(): void {
    this.addSql(`
      create view user_directory as
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
      ) as location_ids
      from users`);
  }
}
