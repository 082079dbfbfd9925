import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Demo } from '#service';

const CLIENT = 'clients/typescript';

export interface Workplace {
  /** Where commands are run: that of the service, with the demo's file. */
  folder: string;
  /** Where programs are: beside it, with the installed client. */
  integration: string;
  environment: NodeJS.ProcessEnv;
  remove(): void;
}

/** Folders as a reader of the guides has them after "Programs in TypeScript". */
export function workplace(url: string, demo: Demo): Workplace {
  const place = mkdtempSync(join(tmpdir(), 'guides-'));
  const [folder, integration] = [join(place, 'lost-and-found'), join(place, 'integration')];
  mkdirSync(join(folder, '.data'), { recursive: true });
  writeFileSync(join(folder, '.data/demo.json'), JSON.stringify({ baseUrl: url, ...demo }));
  const installed = join(integration, 'node_modules/lost-and-found-client');
  mkdirSync(installed, { recursive: true });
  cpSync(`${CLIENT}/package.json`, join(installed, 'package.json'));
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', CLIENT, '--outDir', join(installed, 'dist')]);
  symlinkSync(join(process.cwd(), 'node_modules/standardwebhooks'), join(integration, 'node_modules/standardwebhooks'));
  const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
  const environment = { ...process.env, PATH, BASE: `${url}/api/v2`, TOKEN: demo.apiToken, NODE_NO_WARNINGS: '1' };
  return { folder, integration, environment, remove: () => rmSync(place, { recursive: true, force: true }) };
}
