import { defineConfig } from 'vitest/config';
import { shared } from './vitest.config.js';

const seed = process.env.FAULT_SEED ?? String(Math.floor(Math.random() * 2 ** 31));

/** What takes long or needs tools of its own, one folder each: `npm run test:image`, `npm run test:failover`, `npm run test:upgrade`, `npm run soak`. */
export default defineConfig({
  ...shared,
  test: {
    name: 'lanes',
    include: ['test/{image,failover,soak,upgrade}/*.lane.spec.ts'],
    globalSetup: ['test/support/postgres.setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 1_200_000,
    env: { FAULT_SEED: seed, REQUIRE_TOOLS: 'true' },
    disableConsoleIntercept: true,
  },
});
