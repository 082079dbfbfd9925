import { OnlineMigration } from '#platform/database';

/**
 * Takes back the foreign keys of platform tables to Groups: each event and each answer kept for a repeat locked the row of its Group, which
 * all commands of the Group share. No Group is ever deleted, and who writes one of these rows has read the Group before.
 */
export class NoReferences extends OnlineMigration {
  override up(): void {
    this.addSql('alter table events drop constraint if exists events_group_id_fkey');
    this.addSql('alter table idempotent_answers drop constraint if exists idempotent_answers_group_id_fkey');
  }
}
