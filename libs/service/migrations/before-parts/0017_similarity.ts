import { Migration } from '@mikro-orm/migrations';

/** Trigrams, which find descriptions that are spelled a little otherwise. */
export class Similarity extends Migration {
  override up(): void {
    this.addSql('create extension if not exists pg_trgm');
  }
}
