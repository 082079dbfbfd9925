// Tools that are too large to be dependencies of the project, for what is done now and then.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { alone } from './lock.mjs';
import { run } from './processes.mjs';

/** Installs packages of npm (`name@version`) into a folder of their own, once. @returns the folder @throws when npm fails */
export function installedTool(...packages) {
  return installed(packages, async (folder, begun) => {
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
    await done(begun, 'npm', 'install', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error', ...packages);
  });
}

/**
 * Installs packages of PyPI (`name==version`) into a virtual environment of their own, once.
 * @returns the folder with their programs @throws when pip fails
 */
export async function installedPythonTool(...packages) {
  const folder = await installed(packages, async (folder, begun) => {
    await done(begun, 'python3', '-m', 'venv', '--clear', folder);
    await done(begun, join(folder, 'bin/python'), '-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...packages);
  });
  return join(folder, 'bin');
}

async function installed(packages, install) {
  const name = packages.join('+').replaceAll(/[^\w.+-]/g, '_');
  const folder = join('node_modules/.cache/tools', name);
  const stamp = join(folder, '.installed');
  if (existsSync(stamp)) return folder;
  mkdirSync(dirname(folder), { recursive: true });
  const waiting = (pid) => console.error(`Process ${pid} installs ${packages.join(' ')} at the moment; waiting for it …`);
  // Beside the folder, which a virtual environment empties first.
  await alone(`${folder}.installing`, waiting, async (begun) => {
    if (existsSync(stamp)) return;
    mkdirSync(folder, { recursive: true });
    await install(folder, begun);
    writeFileSync(stamp, '');
  });
  return folder;
}

async function done(begun, command, ...args) {
  const { code } = await run(command, args, { stdio: ['ignore', 2, 2], begun });
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed; its output is above.`);
}
