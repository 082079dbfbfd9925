import { Migration } from '@mikro-orm/migrations';

/** The columns of a Location that other contexts may join. */
export class LocationViews extends Migration {
  override up(): void {
    this.addSql(`
      create view location_directory as
      select group_id, id, location_id, name, country_id, reference, active from locations`);
  }
}
