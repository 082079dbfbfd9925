// `npm run check`: format and lint, the generated client, types, boundaries between modules and between their tables, unused code. Each
// check runs even when an earlier one failed.
import { spawnSync } from 'node:child_process';

const CHECKS = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['generated client', 'openapi-ts'],
  ['types', 'tsc', '--noEmit', '-p', '.'],
  ['types of the desk', 'tsc', '--noEmit', '-p', 'apps/desk'],
  ['module boundaries', 'depcruise', '--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'test'],
  ['table boundaries', 'vitest', 'run', '--project', 'unit', 'test/architecture/sql'],
  ['unused code', 'knip', '--treat-config-hints-as-errors'],
];

const failed = CHECKS.filter(([name, command, ...args]) => {
  console.log(`\n— ${name}`);
  return spawnSync(command, args, { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(([name]) => name).join(', ')}`);
  process.exit(1);
}
