// `npm run check`: format and lint, the generated client, types, boundaries between modules and between their tables, unused code. Each
// check runs even when another one failed, on a core of its own where there is one.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';

/** Written anew for the others. */
const CLIENT = ['generated client', 'openapi-ts'];
/** TypeScript 7 checks in less than half the time; what reads its API (Nest's builder, the walls) still wants 6. */
const TSC = ['node', 'node_modules/typescript-7/bin/tsc', '--noEmit', '-p'];
/** The longest first. */
const CHECKS = [
  ['unused code', 'knip', '--treat-config-hints-as-errors'],
  ['module boundaries', 'depcruise', '--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'test'],
  ['table boundaries', 'vitest', 'run', '--project', 'unit', 'test/architecture/sql'],
  ['types', ...TSC, '.'],
  ['types of the desk', ...TSC, 'apps/desk'],
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
];

/** Runs a check and prints what it said, in one piece. @returns its name when it failed */
async function failure([name, command, ...args]) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const code = await new Promise((ended) => child.on('error', ended).on('close', ended));
  console.log(`— ${name}\n${said.trim()}\n`);
  return code === 0 ? [] : [name];
}

const failed = [await failure(CLIENT), ...(await pLimit(availableParallelism()).map(CHECKS, failure))].flat();
if (failed.length > 0) {
  console.error(`Failed: ${failed.join(', ')}`);
  process.exit(1);
}
