import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Demo } from '#service';

const CLIENT = 'clients/typescript';

/** A folder as a reader of the guides has it: the demo's file and the installed client. */
export function workplace(url: string, demo: Demo): { folder: string; environment: NodeJS.ProcessEnv; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'guides-'));
  mkdirSync(join(folder, '.data'));
  writeFileSync(join(folder, '.data/demo.json'), JSON.stringify({ baseUrl: url, ...demo }));
  const installed = join(folder, 'node_modules/lost-and-found-client');
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  cpSync(`${CLIENT}/package.json`, join(installed, 'package.json'));
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', CLIENT, '--outDir', join(installed, 'dist')]);
  symlinkSync(join(process.cwd(), 'node_modules/standardwebhooks'), join(folder, 'node_modules/standardwebhooks'));
  const PATH = `${join(process.cwd(), 'node_modules/node/bin')}:${process.env.PATH}`;
  const environment = { ...process.env, PATH, BASE: `${url}/api/v2`, TOKEN: demo.apiToken, NODE_NO_WARNINGS: '1' };
  return { folder, environment, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
