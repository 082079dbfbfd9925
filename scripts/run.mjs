// The program behind every npm script: plain JavaScript for whatever Node is on the machine, without packages.
// It installs what is missing, builds what has changed, and continues with the Node version that the project pins.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { marksOf, whyInstalled } from './installed-here.mjs';
import { Packages } from './installer.mjs';
import { alone } from './lock.mjs';
import { end, parentOf, run } from './processes.mjs';
import { runFolder } from './run-folder.mjs';
import { TASKS, VITEST, WITHOUT_DEVELOPMENT } from './tasks.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const at = (...parts) => join(root, ...parts);
const [task = 'start', ...args] = process.argv.slice(2);

const PINNED = `v${Object.values(JSON.parse(readFileSync(at('runtime/package.json'), 'utf8')).optionalDependencies)[0]}`;
const NODE = at('runtime/node_modules', `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`);

function fail(line) {
  console.error(line);
  process.exit(1);
}

/** Installs and builds what the task needs, unless that is done: one process at a time. @returns the pinned Node */
async function prepare({ built, client }) {
  const left = () => ({ packages: notInstalled(), built: built && !isBuilt(), client: client && !isClientBuilt() });
  const before = left();
  if (before.packages.length === 0 && !before.built && !before.client) return pinnedNode();
  const waiting = (pid) => console.error(`Process ${pid} installs or builds here at the moment; waiting for it …`);
  return alone(at('.installing'), waiting, async (begun) => {
    const needed = left();
    const reason = whyInstalled(root, { builds: needed.built, replaces: needed.packages.some(({ replaces }) => replaces) });
    if (reason !== null) throw new Error(reason);
    await install(needed.packages, begun);
    const node = pinnedNode();
    if (left().built) await build(node, begun);
    if (left().client) await buildClient(node, begun);
    return node;
  }).catch((error) => fail(error.message));
}

/** The packages, and the pinned Node, that the task needs and that are not installed as package-lock.json says. */
function notInstalled() {
  const packages = new Packages(root, WITHOUT_DEVELOPMENT.includes(task) ? 'service' : 'development');
  const runtime = process.version === PINNED ? [] : [new Packages(at('runtime'), 'node')];
  return [packages, ...runtime].filter(({ isComplete }) => !isComplete);
}

/** An npm each, which has a core to itself. @throws when one fails, after the other has ended */
async function install(folders, begun) {
  if (folders.length > 0) console.error('Installing packages; the first time this takes up to a minute …');
  // Headers for compilers are a third of Node's size.
  const finish = () => rmSync(join(NODE, 'include'), { recursive: true, force: true });
  const done = await Promise.allSettled(folders.map((folder) => folder.install(begun, finish)));
  for (const { reason } of done) if (reason) throw reason;
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

const { BUILT, BUILDING } = marksOf(root);

/** When the newest of what is built was changed. */
function sources() {
  return Math.max(
    newest(at('apps')),
    newest(at('libs')),
    newest(at('docs/guides')),
    // The lock file as well: programs are bundled with their packages.
    ...['package.json', 'package-lock.json', 'openapi.json', '.swcrc', 'scripts/build.mjs'].map(
      (file) => statSync(at(file)).mtimeMs,
    ),
  );
}

function isBuilt() {
  return existsSync(BUILT) && Number(readFileSync(BUILT, 'utf8')) >= sources();
}

async function build(node, begun) {
  const built = sources();
  // First, as the rest is anything from then on.
  writeFileSync(BUILDING, '');
  rmSync(BUILT, { force: true });
  const { code, said } = await run(node, [at('scripts/build.mjs')], { cwd: root, env: environmentOf(node), begun });
  if (code !== 0) throw new Error(`Building failed.\n${said}`);
  mkdirSync(dirname(BUILT), { recursive: true });
  writeFileSync(BUILT, String(built));
  rmSync(BUILDING, { force: true });
}

const CLIENT = 'clients/typescript';
const CLIENT_MADE = at(CLIENT, 'dist/index.js');

/** The TypeScript client that `npm run client` packs. */
function isClientBuilt() {
  const files = readdirSync(at(CLIENT, 'src'), { withFileTypes: true }).filter((entry) => entry.isFile());
  const made = ['openapi.json', 'openapi-ts.config.ts', ...files.map(({ name }) => join(CLIENT, 'src', name))];
  return existsSync(CLIENT_MADE) && made.every((file) => statSync(at(file)).mtimeMs < statSync(CLIENT_MADE).mtimeMs);
}

async function buildClient(node, begun) {
  const options = { cwd: root, stdio: ['ignore', 2, 2], env: environmentOf(node), begun };
  const { code } = await run(node, [at('scripts/client.mjs'), 'build'], options);
  if (code !== 0) throw new Error('Building the client failed; see the output above.');
}

function environmentOf(node) {
  return { ...process.env, PATH: [dirname(node), at('node_modules/.bin'), process.env.PATH].join(delimiter) };
}

if (Number(process.versions.node.split('.')[0]) < 20) fail(`Node ${process.version} is too old: install Node 20 or later.`);
if (!Object.hasOwn(TASKS, task)) fail(`There is no task ${task}. Available tasks: ${Object.keys(TASKS).join(', ')}.`);

// npm (behind its shell) ends on a signal without passing it on; what this process runs must not keep running then.
let onOrphaned = () => end('SIGTERM');
const parent = process.ppid;
const grandparent = parentOf(parent);
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === parent && parentOf(parent) === grandparent) return;
    clearInterval(watch);
    onOrphaned();
  }, 500).unref();
}

const { command, env = {}, ...needed } = TASKS[task];
const node = await prepare(needed);
if (!command) process.exit(0);
const isTest = command.includes(VITEST[0]);
const temporary = isTest || task === 'bench' ? await runFolder() : null;
const environment = { ...env, ...environmentOf(node), ...(temporary && { TMPDIR: temporary.folder }) };

// The terminal's Ctrl-C reaches the child as well; other signals are passed on. This process only waits. Through the IPC channel
// the service notices when this process has ended.
const stdio = task === 'start' ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
const child = spawn(node, [...command, ...args], { cwd: root, stdio, env: environment });
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true;
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  });
}
onOrphaned = () => {
  interrupted = true;
  child.kill('SIGTERM');
};
child.on('exit', async (code, signal) => {
  const left = (await temporary?.end()) ?? [];
  const isFault = isTest && code === 0 && !interrupted && left.length > 0;
  if (isFault) console.error(`The tests left:\n${left.map((each) => `  ${each}\n`).join('')}`);
  process.exit(isFault ? 1 : (code ?? (signal ? 1 : 0)));
});
