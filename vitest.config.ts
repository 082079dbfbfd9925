import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';

// Where no server stands: what hangs on the zone of the machine is seen on each.
process.env.TZ = 'Pacific/Chatham';

/**
 * Specs are named by their cost: `*.spec.ts` needs nothing, `*.db.spec.ts` a PostgreSQL, `*.e2e.spec.ts` the whole service.
 * Proofs that take long have commands of their own: `*.browser.spec.ts` and `*.slow.spec.ts` (vitest.heavy.config.ts),
 * `*.fault.spec.ts` (vitest.faults.config.ts), `*.lane.spec.ts` (vitest.lanes.config.ts). `*.last.spec.ts` judge what a run left
 * behind, after all others.
 * Those that need nothing run first. The others share one PostgreSQL that test/support/postgres.setup.ts starts on a free port. The
 * specs of a process share what they import: loading the service anew for each would take as long as all else.
 */
const compile = { transform: { decorator: { legacy: true, emitDecoratorMetadata: true } } };
export const shared = {
  oxc: compile as never,
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source'] } },
};
const KINDS = ['db', 'e2e', 'last', 'browser', 'slow', 'fault', 'lane'];
/** What only becomes true is waited for on a busy machine as well. */
const patient = { poll: { timeout: 50_000 } };
export const elsewhere = ['**/node_modules/**', '**/dist/**'];

/** Accounts of specs cost them next to nothing. */
export const cheap = {
  ...shared,
  resolve: { ...shared.resolve, alias: { '@node-rs/argon2': join(import.meta.dirname, 'test/support/argon2.ts') } },
};

/** A project of specs with a PostgreSQL, whose statements are written down for `last`. */
export const onPostgres = {
  isolate: false,
  exclude: elsewhere,
  globalSetup: ['test/support/postgres.setup.ts', 'test/support/client.setup.ts'],
  setupFiles: ['test/support/inside.setup.ts', 'test/support/statements.setup.ts'],
  // CI names a folder, so that another PostgreSQL can be asked about them afterwards.
  provide: { statements: process.env.STATEMENTS ?? join(tmpdir(), `lost-and-found-statements-${process.pid}`) },
  expect: patient,
  testTimeout: 60_000,
  hookTimeout: 120_000,
  sequence: { groupOrder: 1 },
};

/** The project that judges the statements that others sent. */
export const last = (include: string) => ({
  ...shared,
  test: {
    ...onPostgres,
    name: 'last',
    include: [include],
    globalSetup: ['test/support/postgres.setup.ts'],
    setupFiles: [],
    sequence: { groupOrder: 2 },
  },
});

export default defineConfig({
  test: {
    // The specs wait for servers more than they compute; by default two cores would run one file at a time.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          setupFiles: ['test/support/inside.setup.ts'],
          isolate: false,
          expect: patient,
          testTimeout: 60_000,
          include: ['{apps,libs,test,clients}/**/*.spec.ts'],
          exclude: [...KINDS.map((kind) => `**/*.${kind}.spec.ts`), ...elsewhere],
          globalSetup: ['test/support/client.setup.ts'],
        },
      },
      { ...cheap, test: { ...onPostgres, name: 'database', include: ['{apps,libs,test}/**/*.db.spec.ts'] } },
      {
        ...cheap,
        test: {
          ...onPostgres,
          name: 'service',
          include: ['{apps,test}/**/*.e2e.spec.ts'],
          setupFiles: [...onPostgres.setupFiles, 'test/support/judged.setup.ts'],
        },
      },
      last('test/statements/*.last.spec.ts'),
    ],
  },
});
