import { OnlineMigration } from '#platform/database';

/** Dead rows are cleaned at a twentieth of the table, as each change of a Request leaves one in every index (docs/scaling.md). */
export class RequestsVacuumed extends OnlineMigration {
  override up(): void {
    this.addSql('alter table requests set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)');
  }
}
