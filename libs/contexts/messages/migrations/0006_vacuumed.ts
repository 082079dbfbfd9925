import { OnlineMigration } from '#platform/database';

/** Dead rows are cleaned at a twentieth of the table, as each message leaves some in every index (docs/scaling.md). */
export class MessagesVacuumed extends OnlineMigration {
  override up(): void {
    this.addSql('alter table messages set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.02)');
  }
}
