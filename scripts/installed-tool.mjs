// Tools that are too large to be dependencies of the project, for what is done now and then.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs packages (`name@version`) into a folder of their own, once. @returns the folder */
export function installedTool(...packages) {
  const name = packages.join('+').replaceAll(/[^\w.+-]/g, '_');
  const folder = join('node_modules/.cache/tools', name);
  const done = join(folder, '.installed');
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', ['install', ...options, ...packages], { stdio: ['ignore', 2, 2] });
  if (status !== 0) {
    console.error(`Installing ${packages.join(' and ')} failed; see the output of npm above.`);
    process.exit(1);
  }
  writeFileSync(done, '');
  return folder;
}
