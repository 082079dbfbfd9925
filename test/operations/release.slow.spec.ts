import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';

/** Stands for systemd, which is not here (npm run test:debian has it): what is in a release says whether it migrates and gets ready. */
const SYSTEMCTL = `#!/bin/sh
echo "systemctl $*" >> "$PLACE/calls"
case "$1 $2" in
  'start lost-and-found-migrate@'*) test ! -e "$PLACE/opt/releases/\${2#*@}/does-not-migrate" ;;
  'restart '*)
    test ! -e "$PLACE/opt/current/ends-the-command" || kill -9 $PPID
    test ! -e "$PLACE/opt/current/does-not-start" ;;
  'show --property=MainPID') echo $PPID ;;
  'show '*) echo 0 ;;
esac`;

const place = mkdtempSync(join(tmpdir(), 'release-'));
const at = (...path: string[]) => join(place, ...path);
afterAll(() => rmSync(place, { recursive: true }));
for (const folder of ['bin', 'sbin', 'units', 'made', 'fetched']) mkdirSync(at(folder));
program('bin/systemctl', SYSTEMCTL);
program('bin/runuser', '#!/bin/sh\nshift 3\nexec "$@"');
program('bin/curl', '#!/bin/sh');
const script = readFileSync('ops/release.sh', 'utf8')
  .replace('/opt/lost-and-found', at('opt'))
  .replace('/etc/systemd/system', at('units'))
  .replace('=/usr/local/sbin', `=${at('sbin')}`);
program('bin/lost-and-found-release', script);

function program(name: string, text: string): void {
  writeFileSync(at(name), text);
  chmodSync(at(name), 0o755);
}

/** Runs the command. @returns what it said, and what it said to systemd */
function release(...line: string[]) {
  rmSync(at('calls'), { force: true });
  const PATH = [at('bin'), dirname(process.execPath), process.env.PATH].join(delimiter);
  const { status, stdout, stderr } = spawnSync(at('bin/lost-and-found-release'), line, {
    encoding: 'utf8',
    cwd: at('fetched'),
    env: { ...process.env, PATH, PLACE: place, WORKER_METRICS_PORT: '9102' },
  });
  const calls = existsSync(at('calls')) ? readFileSync(at('calls'), 'utf8') : '';
  const changing = calls.split('\n').filter((call) => /^systemctl (?:start|restart)/.test(call));
  return { code: status, output: stdout + stderr, calls: changing.map((call) => call.replace('systemctl ', '')) };
}

/** An archive with its checksum. @param marks files that say what it can't */
function archive(version: string, { says = version, marks = [] as string[], units = true } = {}): void {
  const folder = at('made', `lost-and-found-${version}`);
  mkdirSync(join(folder, 'dist/apps/admin/src'), { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "name": "lost-and-found-service" }');
  writeFileSync(join(folder, 'package-lock.json'), '{ "name": "lost-and-found-service", "lockfileVersion": 3, "packages": {} }');
  writeFileSync(join(folder, 'dist/apps/admin/src/main.js'), `console.log('${says} (0123abcd)')`);
  mkdirSync(join(folder, 'ops/systemd'), { recursive: true });
  if (units) writeFileSync(join(folder, 'ops/release.sh'), script);
  for (const name of ['lost-and-found', 'lost-and-found-api.service']) writeFileSync(join(folder, 'ops/systemd', name), version);
  for (const mark of marks) writeFileSync(join(folder, mark), '');
  execFileSync('tar', ['-czf', at('fetched', `lost-and-found-${version}.tar.gz`), '-C', at('made'), `lost-and-found-${version}`]);
  execFileSync('sh', ['-c', 'sha256sum lost-and-found-*.tar.gz > SHA256SUMS'], { cwd: at('fetched') });
}

const install = (version: string) => release('install', `lost-and-found-${version}.tar.gz`);
const RESTARTED = ['restart lost-and-found-worker', 'restart lost-and-found-api'];
/** Which releases the links lead to. */
const links = () => ['current', 'previous'].map((name) => (existsSync(at('opt', name)) ? readlinkSync(at('opt', name)) : null));
const unit = () => readFileSync(at('units/lost-and-found-api.service'), 'utf8');

it('a release is installed only as its checksum says, under its own version, and once', () => {
  archive('1.0.0');
  archive('1.1.0', { says: '1.0.0' });
  writeFileSync(at('fetched/lost-and-found-1.2.0.tar.gz'), 'anything');
  for (const [file, said] of [
    ['lost-and-found-1.2.0.tar.gz', 'not what SHA256SUMS says'],
    ['lost-and-found-1.1.0.tar.gz', 'The archive of 1.1.0 has 1.0.0 (0123abcd) in it'],
    ['SHA256SUMS', 'not named lost-and-found-<version>.tar.gz'],
    ['lost-and-found-1.3.0.tar.gz', 'There is no lost-and-found-1.3.0.tar.gz'],
  ]) {
    expect(release('install', file!)).toMatchObject({ code: 1, output: expect.stringContaining(said!) });
  }
  expect(readdirSync(at('opt/releases'))).toEqual([]);
  // What a machine leaves that stops meanwhile.
  mkdirSync(at('opt/releases/.0.9.0/dist'), { recursive: true });
  expect(install('1.0.0')).toMatchObject({ code: 0, output: expect.stringContaining('1.0.0 (0123abcd) is installed') });
  expect(install('1.0.0')).toMatchObject({ code: 1, output: expect.stringContaining('installed already') });
  expect(readdirSync(at('opt/releases'))).toEqual(['1.0.0']);
}, 60_000);

it('one is used after its migration, one after another restarted; and the one before by going back, without one', () => {
  expect(release('use', '1.0.0')).toMatchObject({ code: 0, calls: ['start lost-and-found-migrate@1.0.0', ...RESTARTED] });
  archive('2.0.0-dev', { units: false });
  install('2.0.0-dev');
  expect(release('use', '2.0.0-dev')).toMatchObject({ code: 0, calls: ['start lost-and-found-migrate@2.0.0-dev', ...RESTARTED] });
  expect(links()).toEqual(['releases/2.0.0-dev', 'releases/1.0.0']);
  // Of a release that knew one folder alone.
  expect(unit()).toBe('1.0.0');
  expect(release('list').output).toBe('- 1.0.0\n* 2.0.0-dev\n');
  for (const line of [['back'], ['use', '2.0.0-dev'], ['use', '1.0.0']]) expect(release(...line).code).toBe(0);
  expect(release('back').calls).toEqual(RESTARTED);
  archive('2.0.0');
  install('2.0.0');
  expect(release('use', '2.0.0')).toMatchObject({ code: 0 });
  expect(unit()).toBe('2.0.0');
  expect(release('use', '1.0.0')).toMatchObject({ code: 1, output: expect.stringContaining('restore a backup'), calls: [] });
}, 60_000);

it('one that does not migrate is left, and one that does not get ready is left again', () => {
  for (const [version, mark, said, calls, before] of [
    ['3.0.0', 'does-not-migrate', '2.0.0 goes on', ['start lost-and-found-migrate@3.0.0'], 'releases/2.0.0-dev'],
    ['3.1.0', 'does-not-start', '2.0.0 runs again', ['start lost-and-found-migrate@3.1.0', RESTARTED[0], ...RESTARTED], null],
  ] as const) {
    archive(version, { marks: [mark] });
    install(version);
    expect(release('use', version)).toMatchObject({ code: 1, output: expect.stringContaining(said), calls });
    expect(links()).toEqual(['releases/2.0.0', before]);
    expect([unit(), readFileSync(at('sbin/lost-and-found'), 'utf8')]).toEqual(['2.0.0', '2.0.0']);
  }
  // The database is that of 3.1.0 now, two releases further.
  expect(release('back')).toMatchObject({ code: 1, output: expect.stringContaining('No release ran before'), calls: [] });
}, 60_000);

it('the one before is known although the command is ended while it restarts, and although going back fails', () => {
  archive('3.2.0', { marks: ['ends-the-command'] });
  install('3.2.0');
  expect(release('use', '3.2.0')).toMatchObject({ code: null });
  expect(links()).toEqual(['releases/3.2.0', 'releases/2.0.0']);
  expect(release('back')).toMatchObject({ code: 0, output: expect.stringContaining('2.0.0 is current') });
  renameSync(at('opt/releases/3.2.0/ends-the-command'), at('opt/releases/3.2.0/does-not-start'));
  expect(release('back')).toMatchObject({ code: 1, output: expect.stringContaining('2.0.0 runs again') });
  expect(links()).toEqual(['releases/2.0.0', 'releases/3.2.0']);
}, 60_000);

it('one is removed that nothing runs from, and nothing else', async () => {
  const line = [process.execPath, ['-e', 'console.log(1); setInterval(() => 1, 1e3)', at('opt/releases/3.0.0/dist')]] as const;
  const running = spawn(...line, { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void running.kill());
  await new Promise((resolve) => running.stdout.once('data', resolve));
  for (const [version, said] of [
    ['2.0.0', 'is the one that runs'],
    ['3.0.0', `Process ${running.pid} runs from 3.0.0`],
    ['..', 'is no version'],
    ['1.0.0/dist', 'is no version'],
    ['9', 'not installed'],
  ]) {
    expect(release('remove', version!)).toMatchObject({ code: 1, output: expect.stringContaining(said!) });
  }
  running.kill();
  await new Promise((resolve) => running.once('exit', resolve));
  for (const version of ['3.0.0', '3.1.0', '3.2.0', '2.0.0-dev'])
    expect(release('remove', version)).toMatchObject({ code: 0, output: '' });
  expect(release('list').output).toBe('  1.0.0\n* 2.0.0\n');
  expect(release('back')).toMatchObject({ code: 1, output: expect.stringContaining('No release ran before') });
}, 60_000);

it('while one is at work, another only looks', () => {
  const beside = (...line: string[]) =>
    spawnSync('flock', [at('opt'), at('bin/lost-and-found-release'), ...line], { encoding: 'utf8' });
  expect(beside('list')).toMatchObject({ status: 0, stdout: release('list').output });
  expect(beside('back')).toMatchObject({ status: 1, stderr: expect.stringContaining('is at work') });
});
