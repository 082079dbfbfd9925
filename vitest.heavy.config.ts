import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/longest-first.js';
import { cheap, last, onPostgres } from './vitest.config.js';

/**
 * Proofs that take long, which `npm test` leaves out: `npm run test:browser`, the pages in a browser, and `npm run test:slow`, which waits
 * for leases, time-outs and processes. What they send is judged like the statements of `npm test`.
 */
export default defineConfig({
  test: {
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // They were asked for: a program that is not on the machine is an error.
    env: { REQUIRE_TOOLS: 'true' },
    projects: [
      { ...cheap, test: { ...onPostgres, name: 'browser', include: ['test/**/*.browser.spec.ts'] } },
      { ...cheap, test: { ...onPostgres, name: 'slow', include: ['{apps,libs,test}/**/*.slow.spec.ts'] } },
      last('test/statements/sent.last.spec.ts'),
    ],
  },
});
