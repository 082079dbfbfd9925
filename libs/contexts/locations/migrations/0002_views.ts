import { Migration } from '@mikro-orm/migrations';

/** What other contexts may join of a Location. */
export class LocationViews extends Migration {
  override up(): void {
    this.addSql(`
      create view location_directory as
      select group_id, id, location_id, name, country_id, reference, active from locations`);
  }
}
