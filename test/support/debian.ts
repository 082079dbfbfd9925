import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The folders that Debian's own slim images leave out. */
const LEFT_OUT = ['usr/share/doc', 'usr/share/man', 'usr/share/locale', 'usr/share/info', 'var/cache/apt', 'var/lib/apt/lists'];

/** Makes a Debian 12 of a folder by debootstrap, with the pinned Node and the npm that runs this in /usr/local. As root. */
export function debian(folder: string, packages: readonly string[] = []): void {
  const include = packages.length > 0 ? [`--include=${packages}`] : [];
  const options = ['--variant=minbase', ...include, 'bookworm', folder, 'http://deb.debian.org/debian'];
  execFileSync('debootstrap', options, { stdio: ['ignore', 'ignore', 'inherit'] });
  for (const path of LEFT_OUT) rmSync(join(folder, path), { recursive: true });
  const local = (...path: string[]) => join(folder, 'usr/local', ...path);
  copyFileSync(process.execPath, local('bin/node'));
  mkdirSync(local('lib/node_modules'), { recursive: true });
  cpSync(dirname(dirname(process.env.npm_execpath!)), local('lib/node_modules/npm'), { recursive: true });
  for (const name of ['npm', 'npx']) execFileSync('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, local('bin', name)]);
  // The certificates of this machine, where they are put in (the lanes that use it).
  mkdirSync(local('etc'), { recursive: true });
  writeFileSync(local('etc/npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n');
}
