import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createLog } from './log.js';

/** The lines that a log writes to the standard output. */
function linesOf(write: (log: ReturnType<typeof createLog>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  write(log);
  return lines.map((line) => JSON.parse(line));
}

it('keeps no row of PostgreSQL in its log: what a constraint refused may be a person', () => {
  const detail = 'Failing row contains (7, Jane, jane@example.com).';
  const failure = Object.assign(new Error('violates check constraint "items_status"'), {
    ...{ code: '23514', severity: 'ERROR', detail, where: detail, internalQuery: detail, hint: detail },
    ...{ table: 'items', constraint: 'items_status', cause: Object.assign(new Error('inner'), { detail }) },
  });
  const [line] = linesOf((log) => log.error({ err: failure }, 'request failed'));
  expect(JSON.stringify(line)).not.toContain('Jane');
  expect(line!.err).toMatchObject({ type: 'Error', code: '23514', table: 'items', constraint: 'items_status' });
});

it('every field that the programs give a line is described in docs/operations.md', () => {
  const [, section] = /^## The log\n(.*?)^## /ms.exec(readFileSync('docs/operations.md', 'utf8'))!;
  const described = new Set([...section!.matchAll(/`(\w+)`/g)].map(([, name]) => name!));
  const given = globSync(['libs/**/*.ts', 'apps/{api,worker,admin,launcher}/**/*.ts'])
    .filter((file) => !/\.spec\.ts$|\/spec\//.test(file))
    .flatMap((file) => {
      const lines = readFileSync(file, 'utf8').matchAll(
        /\b(?:log|logger)(?:\.(?:info|warn|error|fatal|debug|trace)|\[\w+\])\(\s*\{([^}]*)\}/g,
      );
      return [...lines].flatMap(([, fields]) =>
        [...fields!.matchAll(/(?:^|,)\s*(\w+)(?=[:,\s]|$)/g)].map(([, name]) => [file, name!]),
      );
    });
  expect(given.length).toBeGreaterThan(5);
  expect(given.filter(([, name]) => !described.has(name!))).toEqual([]);
});
