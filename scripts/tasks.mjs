// The programs of the npm scripts. Plain JavaScript for whatever Node is on the machine.
export const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];

/** Tests that take long or need tools of their own (vitest.lanes.config.ts). */
const lane = (name) => ({
  built: true,
  command: [...VITEST, '--config', 'vitest.lanes.config.ts', `test/${name}/`],
});

/** Proofs that take long (vitest.heavy.config.ts). */
const heavy = (name) => ({
  built: true,
  command: [...VITEST, '--config', 'vitest.heavy.config.ts', '--project', name, '--project', 'last'],
});

/** The attempts of attackers; a part of the tests, with more made-up requests. */
const SECURITY = [
  ...[
    'access',
    'robustness',
    'event-store',
    'retention',
    'idempotency',
    'guests',
    'database/sealed',
    'operations/backup',
    'operations/copies',
    'operations/keys',
    'statements/keys',
    'contract/openapi-rules',
    'items/images',
  ].map((part) => `test/${part}`),
  ...['images', 'secrets', 'http'].map((part) => `libs/platform/${part}/`),
  ...['webhooks/delivery/address-filter', 'webhooks/signing', 'credentials', 'links', 'sign-in', 'users'].map(
    (part) => `libs/contexts/${part}`,
  ),
];

/**
 * The program that each task runs with the pinned Node once everything is installed; `built` ones need dist/, `client` ones the TypeScript
 * client.
 */
export const TASKS = {
  start: { built: true, command: ['dist/apps/launcher/src/main.js'] },
  admin: { built: true, command: ['dist/apps/admin/src/main.js'] },
  demo: { built: true, client: true, command: ['dist/apps/demo/src/main.js'] },
  bench: { built: true, command: ['bench/run.mjs'] },
  test: { built: true, command: VITEST },
  'test:faults': { built: true, command: [...VITEST, '--config', 'vitest.faults.config.ts'] },
  'test:browser': heavy('browser'),
  'test:slow': heavy('slow'),
  'test:security': {
    built: true,
    env: { FUZZ_RUNS: '10000', SIGHT_RUNS: '40' },
    command: [...VITEST, ...SECURITY],
  },
  'test:clients': { command: ['test/clients/run.mjs'] },
  'test:image': lane('image'),
  'test:failover': lane('failover'),
  'test:upgrade': lane('upgrade'),
  'test:debian': lane('debian'),
  soak: lane('soak'),
  build: { built: true },
  openapi: { built: true, command: ['dist/apps/api/src/write-openapi.js'] },
  migration: { built: true, command: ['scripts/migration.mjs'] },
  client: { command: ['scripts/client.mjs'] },
  release: { command: ['scripts/release.mjs'] },
  check: { command: ['scripts/check.mjs'] },
};

/** Tasks that need the service and tools/package.json; everything else needs the development dependencies as well. */
export const WITHOUT_DEVELOPMENT = ['start', 'admin', 'demo', 'build', 'client', 'release'];
