import { OnlineMigration } from '#platform/database';

/** Dead rows are cleaned at a twentieth of the table, as each change of an item leaves one in every index (docs/scaling.md). */
export class ItemsVacuumed extends OnlineMigration {
  override up(): void {
    this.addSql('alter table items set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)');
  }
}
