import { Migration } from '@mikro-orm/migrations';

/** Names of API tokens; those that are there have none. */
export class TokenNames extends Migration {
  override up(): void {
    this.addSql('alter table api_tokens add name text');
  }
}
