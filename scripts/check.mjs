// `npm run check`: format and lint, the generated client, types, walls between the parts and their tables, unused code. Each runs even when one before it failed.
import { spawnSync } from 'node:child_process';

const CHECKS = [
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  ['the client of the API’s document', 'openapi-ts'],
  ['types', 'tsc', '--noEmit', '-p', '.'],
  ['walls', 'depcruise', '--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'test'],
  ['walls between tables', 'vitest', 'run', '--project', 'unit', 'test/architecture/sql'],
  ['unused code', 'knip'],
  ['the API’s document', 'redocly', 'lint', 'openapi.json', '--max-problems', '50'],
];

const failed = CHECKS.filter(([name, command, ...args]) => {
  console.log(`\n— ${name}`);
  return spawnSync(command, args, { stdio: 'inherit' }).status !== 0;
});
if (failed.length > 0) {
  console.error(`\nFailed: ${failed.map(([name]) => name).join(', ')}`);
  process.exit(1);
}
