// `npm run release`: what docs/install.md installs, made of the newest commit and of nothing else that lies here. In release/ are then
// lost-and-found-<version>.tar.gz, the sources with what is built of them, sbom.json, and SHA256SUMS of both.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const run = (cwd, program, ...args) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 2 ** 26 });
const git = (...args) => run('.', 'git', ...args).trim();

const folder = mkdtempSync(join(tmpdir(), 'release-'));
try {
  const [commit, at] = git('log', '-1', '--format=%H %ct').split(' ');
  const { version } = JSON.parse(git('show', `${commit}:package.json`));
  const name = `lost-and-found-${version}`;
  const place = join(folder, name);
  mkdirSync(place);
  writeFileSync(join(folder, 'sources.tar'), execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 28 }));
  run(place, 'tar', '-xf', '../sources.tar');
  console.error(`Building ${version} of ${commit.slice(0, 8)} …`);
  run(place, 'npm', 'ci', '--omit=dev', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error');
  execFileSync(process.execPath, ['scripts/build.mjs'], {
    cwd: place,
    env: { ...process.env, COMMIT: commit },
    stdio: ['ignore', 2, 2],
  });
  // npm gives each list a number and a time of its own: here it is that of the commit, whoever makes the archive.
  const { serialNumber: _, ...sbom } = JSON.parse(run(place, process.execPath, 'scripts/sbom.mjs'));
  sbom.metadata.timestamp = new Date(Number(at) * 1000).toISOString();
  writeFileSync(join(place, 'sbom.json'), JSON.stringify(sbom, null, 2));
  rmSync(join(place, 'node_modules'), { recursive: true });
  // In an order, at a time and of an owner that are always the same.
  const alike = ['--sort=name', `--mtime=@${at}`, '--owner=0', '--group=0', '--numeric-owner'];
  run(folder, 'tar', ...alike, '--use-compress-program=gzip -9n', '-cf', `${name}.tar.gz`, name);
  rmSync('release', { recursive: true, force: true });
  mkdirSync('release');
  copyFileSync(join(folder, `${name}.tar.gz`), `release/${name}.tar.gz`);
  copyFileSync(join(place, 'sbom.json'), 'release/sbom.json');
  const sums = [`${name}.tar.gz`, 'sbom.json'].map(
    (file) =>
      `${createHash('sha256')
        .update(readFileSync(join('release', file)))
        .digest('hex')}  ${file}\n`,
  );
  writeFileSync('release/SHA256SUMS', sums.join(''));
  console.log(`release/${name}.tar.gz\n${sums.join('')}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
