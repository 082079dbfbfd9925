// Builds the programs and the desk into dist/, and the client that both use, from openapi.json.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';

const CLIENT = 'clients/typescript';
const GENERATED = `${CLIENT}/src/generated/sdk.gen.ts`;

/** Runs a program of the packages in a folder. @throws with what it said, when it fails */
async function runIn(cwd, program, ...args) {
  const child = spawn(process.execPath, [resolve('node_modules', program), ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) throw new Error(said);
}

const run = (program, ...args) => runIn('.', program, ...args);

async function client() {
  const isCurrent = (file) => statSync(file).mtimeMs < statSync(GENERATED).mtimeMs;
  const isThere = existsSync(GENERATED) && ['openapi.json', 'openapi-ts.config.ts'].every(isCurrent);
  if (!isThere) await run('@hey-api/openapi-ts/bin/run.js');
  // Without its types, which `npm run client` makes for others.
  const config = ['--config-file', resolve('.swcrc')];
  await runIn(CLIENT, '@swc/cli/bin/swc.js', 'src', '--out-dir', 'dist', '--strip-leading-paths', ...config);
}

try {
  await Promise.all([run('@nestjs/cli/bin/nest.js', 'build'), client()]);
  await run('vite/bin/vite.js', 'build', 'apps/desk', '--logLevel', 'warn');
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
