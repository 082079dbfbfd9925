// Tools that are too large to be dependencies of the project, for what is done now and then.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Installs packages of npm (`name@version`) into a folder of their own, once. @returns the folder */
export function installedTool(...packages) {
  return installed(packages, (folder) => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    run('npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', ...packages);
  });
}

/** Installs packages of PyPI (`name==version`) into a virtual environment of their own, once. @returns the folder with their programs */
export function installedPythonTool(...packages) {
  const folder = installed(packages, (folder) => {
    run('python3', '-m', 'venv', '--clear', folder);
    run(join(folder, 'bin/python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages);
  });
  return join(folder, 'bin');
}

function installed(packages, install) {
  const name = packages.join('+').replaceAll(/[^\w.+-]/g, '_');
  const folder = join('node_modules/.cache/tools', name);
  const done = join(folder, '.installed');
  if (existsSync(done)) return folder;
  mkdirSync(folder, { recursive: true });
  install(folder);
  writeFileSync(done, '');
  return folder;
}

function run(command, ...args) {
  const { status, error } = spawnSync(command, args, { stdio: ['ignore', 2, 2] });
  if (status === 0) return;
  console.error(`${command} ${args.join(' ')} failed; ${error?.message ?? 'its output is above'}.`);
  process.exit(1);
}
