import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Specs are named by their cost: `*.spec.ts` needs nothing, `*.db.spec.ts` a PostgreSQL, `*.e2e.spec.ts` the whole service.
 * `*.fault.spec.ts` are slow by nature and have a command of their own (vitest.faults.config.ts), as have `*.lane.spec.ts`
 * (vitest.lanes.config.ts). `*.last.spec.ts` judge what a whole run left behind, after all others.
 * The two costly lanes share one PostgreSQL that test/support/postgres.setup.ts starts on a free port, and their specs what they
 * import: loading the service anew for each would take as long as all else.
 */
const compile = { transform: { decorator: { legacy: true, emitDecoratorMetadata: true } } };
export const shared = {
  oxc: compile as never,
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
};
const costly = ['**/*.db.spec.ts', '**/*.e2e.spec.ts', '**/*.last.spec.ts', '**/*.fault.spec.ts', '**/*.lane.spec.ts'];
const elsewhere = ['**/node_modules/**', '**/dist/**'];
/** What the service sent in the costly lanes, for the last one. */
const statements = join(tmpdir(), `lost-and-found-statements-${process.pid}`);

export default defineConfig({
  test: {
    // The specs wait for servers more than they compute; by default two cores would run one file at a time.
    maxWorkers: 2,
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['{apps,libs,test,clients}/**/*.spec.ts'],
          exclude: [...costly, ...elsewhere],
          globalSetup: ['test/support/client.setup.ts'],
        },
      },
      {
        ...shared,
        test: {
          name: 'database',
          isolate: false,
          include: ['{apps,libs,test}/**/*.db.spec.ts'],
          exclude: elsewhere,
          globalSetup: ['test/support/postgres.setup.ts'],
          setupFiles: ['test/support/statements.setup.ts'],
          provide: { statements },
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'service',
          isolate: false,
          include: ['{apps,test}/**/*.e2e.spec.ts'],
          exclude: elsewhere,
          globalSetup: ['test/support/postgres.setup.ts', 'test/support/client.setup.ts'],
          setupFiles: ['test/support/statements.setup.ts'],
          provide: { statements },
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'last',
          include: ['test/statements/*.last.spec.ts'],
          globalSetup: ['test/support/postgres.setup.ts', 'test/support/statements.teardown.ts'],
          provide: { statements },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
