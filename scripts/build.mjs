// Builds everything into dist/: the programs, and the desk with the client that is generated from openapi.json.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';

const GENERATED = 'clients/typescript/src/generated/sdk.gen.ts';

/** Runs a program of the packages. @throws with what it said, when it fails */
async function run(program, ...args) {
  const child = spawn(process.execPath, [`node_modules/${program}`, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const code = await new Promise((resolve) => child.on('close', resolve));
  if (code !== 0) throw new Error(said);
}

async function client() {
  const isCurrent = (file) => statSync(file).mtimeMs < statSync(GENERATED).mtimeMs;
  if (existsSync(GENERATED) && ['openapi.json', 'openapi-ts.config.ts'].every(isCurrent)) return;
  await run('@hey-api/openapi-ts/bin/run.js');
}

try {
  await Promise.all([run('@nestjs/cli/bin/nest.js', 'build'), client()]);
  await run('vite/bin/vite.js', 'build', 'apps/desk', '--logLevel', 'warn');
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
