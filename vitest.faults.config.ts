import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';
import { shared } from './vitest.config.js';

const seed = process.env.FAULT_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
console.log(`What happens by chance follows from FAULT_SEED=${seed}`);

/** `npm run test:faults`: processes are killed and servers taken away (test/faults). Slow because leases run out in real time. */
export default defineConfig({
  ...shared,
  test: {
    name: 'faults',
    isolate: false,
    include: ['test/faults/*.fault.spec.ts'],
    globalSetup: ['test/support/postgres.setup.ts'],
    setupFiles: ['test/support/inside.setup.ts'],
    // Twice of what the longest takes beside ten others.
    testTimeout: 600_000,
    hookTimeout: 120_000,
    env: { FAULT_SEED: seed },
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
  },
});
