import { OnlineMigration } from '#platform/database';

/** Time zones that were set on the command line, which Locations are still to get. */
export class CarriedZones extends OnlineMigration {
  override up(): void {
    this.addSql('alter table messaging_settings add column zone_carried boolean not null default false');
  }
}
