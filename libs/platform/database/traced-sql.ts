import type { Compilable } from 'kysely';
import { traced } from '#platform/observability';

/** Runs statements as a part of the trace under way, with their texts; their values stay out of it. */
export function tracedSql<T>(name: string, statements: readonly Compilable[], work: () => Promise<T>): Promise<T> {
  return traced(() => {
    const text = statements.map((statement) => statement.compile().sql.replace(/\s+/g, ' ').trim()).join(';\n');
    const size = statements.length;
    return {
      kind: 'sql',
      name,
      attributes: { 'db.system.name': 'postgresql', 'db.operation.batch.size': size, 'db.query.text': text },
    };
  }, work);
}
