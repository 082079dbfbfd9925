import { OnlineMigration } from '#platform/database';

/** The names of API tokens, for other contexts to join. */
export class TokenNamesView extends OnlineMigration {
  override up(): void {
    this.addSql('create or replace view token_names as select group_id, id, name from api_tokens');
  }
}
