import { UnderscoreNamingStrategy } from '@mikro-orm/postgresql';

const ENDINGS: Record<string, string> = { index: 'idx', unique: 'key', foreign: 'fkey', check: 'check' };

/** Names constraints and indexes as PostgreSQL does when a migration does not name them. */
export class PostgresNames extends UnderscoreNamingStrategy {
  override indexName(
    table: string,
    columns: string[],
    type: 'primary' | 'foreign' | 'unique' | 'index' | 'sequence' | 'check' | 'default',
  ): string {
    const ending = ENDINGS[type];
    return ending === undefined ? super.indexName(table, columns, type) : [table, ...columns, ending].join('_');
  }
}
