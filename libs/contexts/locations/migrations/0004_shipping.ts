import { OnlineMigration } from '#platform/database';

/** At which rates a Location ships, and who pays. */
export class LocationShippingRates extends OnlineMigration {
  override up(): void {
    this.addSql('alter table locations add column shipping json');
  }
}
