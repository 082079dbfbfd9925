// What every npm script runs: plain JavaScript for whatever Node is on the machine, without packages.
// It installs what is missing, builds what has changed, and continues with the Node version that the project pins.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => join(root, ...parts);
const [task = 'start', ...args] = process.argv.slice(2);

const VITEST = ['node_modules/vitest/vitest.mjs', 'run'];

/** Tests that take long or need tools of their own (vitest.lanes.config.ts). */
const lane = (name) => ({
  built: true,
  command: [...VITEST, '--config', 'vitest.lanes.config.ts', `test/${name}/`],
});

/** Proofs that take long (vitest.heavy.config.ts). */
const heavy = (name) => ({
  built: true,
  command: [...VITEST, '--config', 'vitest.heavy.config.ts', '--project', name, '--project', 'last'],
});

/** What attackers would try; a part of the tests, with more made-up requests. */
const SECURITY = [
  ...[
    'access',
    'robustness',
    'event-store',
    'retention',
    'idempotency',
    'guests',
    'database/sealed',
    'operations/backup',
    'operations/copies',
    'operations/keys',
    'statements/keys',
    'contract/openapi-rules',
    'items/images',
  ].map((part) => `test/${part}`),
  ...['images', 'secrets', 'http'].map((part) => `libs/platform/${part}/`),
  ...['webhooks/delivery/address-filter', 'webhooks/signing', 'credentials', 'guest-links', 'sign-in', 'users'].map(
    (part) => `libs/contexts/${part}`,
  ),
];

/** What each task runs with the pinned Node once everything is installed; `built` ones need dist/, `client` ones the TypeScript client. */
const TASKS = {
  start: { built: true, command: ['dist/apps/launcher/src/main.js'] },
  admin: { built: true, command: ['dist/apps/admin/src/main.js'] },
  demo: { built: true, client: true, command: ['dist/apps/demo/src/main.js'] },
  bench: { built: true, command: ['bench/run.mjs'] },
  test: { built: true, command: VITEST },
  'test:faults': { built: true, command: [...VITEST, '--config', 'vitest.faults.config.ts'] },
  'test:browser': heavy('browser'),
  'test:slow': heavy('slow'),
  'test:security': {
    built: true,
    env: { FUZZ_RUNS: '10000', SIGHT_RUNS: '40' },
    command: [...VITEST, ...SECURITY],
  },
  'test:image': lane('image'),
  'test:failover': lane('failover'),
  'test:upgrade': lane('upgrade'),
  soak: lane('soak'),
  build: { built: true },
  openapi: { built: true, command: ['dist/apps/api/src/write-openapi.js'] },
  migration: { built: true, command: ['scripts/migration.mjs'] },
  client: { command: ['scripts/client.mjs'] },
  check: { command: ['scripts/check.mjs'] },
};

/** What needs the service and tools/package.json; everything else needs the development dependencies as well. */
const WITHOUT_DEVELOPMENT = ['start', 'admin', 'demo', 'build', 'client'];

const PINNED = `v${Object.values(JSON.parse(readFileSync(at('runtime/package.json'), 'utf8')).optionalDependencies)[0]}`;
const NODE = at('runtime/node_modules', `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`);
const STAMP = 'node_modules/.lost-and-found-installed';

function fail(line) {
  console.error(line);
  process.exit(1);
}

const stampOf = (file) => (existsSync(at(file)) ? readFileSync(at(file), 'utf8') : null);
const lockOf = (folder) => {
  const lock = readFileSync(at(folder, 'package-lock.json'));
  return createHash('sha256').update(lock).digest('hex');
};

/** The packages and the pinned Node are installed by an npm each, which has a core to itself. */
async function install() {
  const done = await Promise.all([installPackages(), installNode()]);
  if (done.includes(false)) fail('Installing failed; see the output of npm above.');
}

/** The packages that the task needs; those for development stay where they are installed. @returns false when it failed */
async function installPackages() {
  const [lock, extent] = installedIn('.');
  const development = extent === 'development' || !WITHOUT_DEVELOPMENT.includes(task);
  if (lock === lockOf('.') && (extent === 'development' || !development)) return true;
  console.error('Installing packages; the first time this takes up to a minute …');
  // `install` adds what is missing, `ci` begins with an empty folder.
  const how = lock === lockOf('.') ? 'install' : 'ci';
  return installIn('.', development ? 'development' : 'service', how, development ? '--include=dev' : '--omit=dev');
}

async function installNode() {
  if (process.version === PINNED || installedIn('runtime')[0] === lockOf('runtime')) return true;
  const done = await installIn('runtime', 'node', 'ci');
  // Headers for compilers, a third of its size.
  rmSync(join(NODE, 'include'), { recursive: true, force: true });
  return done;
}

/** The hash of the lock file that a folder was installed from, and how much of it. */
function installedIn(folder) {
  const stamp = stampOf(join(folder, STAMP));
  return stamp === null ? [] : stamp.split(' ');
}

async function installIn(folder, extent, ...how) {
  // The lock file has the checksum of each package, so npm need not ask the registry about what it has kept, unless that is too old.
  const done =
    (await npm(folder, ...how, '--prefer-offline', '--loglevel=silent')) || (await npm(folder, ...how, '--loglevel=error'));
  if (done) writeFileSync(at(folder, STAMP), `${lockOf(folder)} ${extent}`);
  return done;
}

function npm(folder, ...args) {
  const [program, ...first] = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm'];
  const options = ['--no-save', '--no-audit', '--no-fund'];
  const child = spawn(program, [...first, ...args, ...options], { cwd: at(folder), stdio: ['ignore', 2, 2] });
  return new Promise((ended) => child.on('error', () => ended(false)).on('exit', (code) => ended(code === 0)));
}

/** The Node that the project pins where there is a package of it for the platform, else the machine's when it is of the same major. */
function pinnedNode() {
  if (process.version === PINNED) return process.execPath;
  const node = join(NODE, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(node)) return node;
  if (process.version.split('.')[0] === PINNED.split('.')[0]) return process.execPath;
  fail(`There is no package of Node ${PINNED} for this platform: install it, then start again.`);
}

function newest(folder) {
  let latest = statSync(folder).mtimeMs;
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    latest = Math.max(latest, entry.isDirectory() ? newest(path) : statSync(path).mtimeMs);
  }
  return latest;
}

function build(node) {
  const sources = Math.max(
    newest(at('apps')),
    newest(at('libs')),
    newest(at('docs/guides')),
    // The lock file as well: programs are bundled with their packages.
    ...['package.json', 'package-lock.json', 'openapi.json', '.swcrc', 'scripts/build.mjs'].map(
      (file) => statSync(at(file)).mtimeMs,
    ),
  );
  const stamp = 'dist/.built';
  if (Number(stampOf(stamp)) >= sources) return;
  rmSync(at('dist'), { recursive: true, force: true });
  const done = spawnSync(node, [at('scripts/build.mjs')], { cwd: root, encoding: 'utf8', env: environment });
  if (done.status !== 0) fail(`Building failed.\n${done.stdout}${done.stderr}`);
  mkdirSync(at('dist'), { recursive: true });
  writeFileSync(at(stamp), String(sources));
}

/** The TypeScript client that `npm run client` packs. */
function buildClient(node) {
  const folder = 'clients/typescript';
  const files = readdirSync(at(folder, 'src'), { withFileTypes: true }).filter((entry) => entry.isFile());
  const sources = ['openapi.json', 'openapi-ts.config.ts', ...files.map(({ name }) => join(folder, 'src', name))];
  const made = at(folder, 'dist/index.js');
  if (existsSync(made) && sources.every((file) => statSync(at(file)).mtimeMs < statSync(made).mtimeMs)) return;
  const done = spawnSync(node, [at('scripts/client.mjs'), 'build'], { cwd: root, stdio: ['ignore', 2, 2], env: environment });
  if (done.status !== 0) fail('Building the client failed; see the output above.');
}

if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node ${process.version} is too old: install Node 20 or later.`);
if (!Object.hasOwn(TASKS, task)) fail(`There is no task ${task}. Available tasks: ${Object.keys(TASKS).join(', ')}.`);

await install();
const node = pinnedNode();
const PATH = [dirname(node), at('node_modules/.bin'), process.env.PATH].join(delimiter);
const environment = { ...process.env, PATH };
const { built, client, command, env = {} } = TASKS[task];
if (built) build(node);
if (client) buildClient(node);
if (!command) process.exit(0);

// The terminal's Ctrl-C reaches the child as well; other signals are passed on. This process only waits. Through the IPC channel
// the service notices when this process has ended.
const stdio = task === 'start' ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
const child = spawn(node, [...command, ...args], { cwd: root, stdio, env: { ...env, ...environment } });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
child.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

// npm (behind its shell) ends on a signal without passing it on; the child must not keep running then.
const parent = process.ppid;
const grandparent = parentOf(parent);
if (process.env.npm_lifecycle_event) {
  setInterval(() => {
    if (process.ppid !== parent || parentOf(parent) !== grandparent) child.kill('SIGTERM');
  }, 500);
}

/** The parent's process ID; null where the system does not provide it. */
function parentOf(pid) {
  try {
    return Number(/^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]);
  } catch {
    return null;
  }
}
