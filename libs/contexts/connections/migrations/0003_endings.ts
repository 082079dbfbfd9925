import { OnlineMigration } from '#platform/database';

/** Connections that were deleted keep their secrets until what was begun by them is settled. */
export class ConnectionEndings extends OnlineMigration {
  override up(): void {
    this.addSql('alter table connections add column ending boolean not null default false');
  }
}
