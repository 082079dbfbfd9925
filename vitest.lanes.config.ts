import { defineConfig } from 'vitest/config';
import { shared } from './vitest.config.js';

const seed = process.env.FAULT_SEED ?? String(Math.floor(Math.random() * 2 ** 31));

/** Tests that take long or need tools, by folder: `npm run test:image`, `test:failover`, `test:upgrade`, `test:debian` and `soak`. */
export default defineConfig({
  ...shared,
  test: {
    name: 'lanes',
    include: ['test/{image,failover,soak,upgrade,debian}/*.lane.spec.ts'],
    globalSetup: ['test/support/postgres.setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 1_200_000,
    env: { FAULT_SEED: seed, REQUIRE_TOOLS: 'true' },
    disableConsoleIntercept: true,
  },
});
