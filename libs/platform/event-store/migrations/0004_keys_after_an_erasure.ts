import { OnlineMigration } from '#platform/database';

/** From which event on a subject's key is the one that its personal data was sealed with: a record may get a new one after an erasure. */
export class KeysAfterAnErasure extends OnlineMigration {
  override up(): void {
    this.addSql('alter table subject_keys add column after_version int not null default 0');
  }
}
