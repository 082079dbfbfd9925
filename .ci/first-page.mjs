// Tests the README's instructions from a clean start: clones HEAD into an empty folder, runs `npm start` there, makes the README's
// curl calls, goes the guides' way to a verified webhook, runs the demos, sends Ctrl-C, and checks that no process is left running. Prints
// a line for each step.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const STARTED_WITHIN = 300_000;
const STOPPED_WITHIN = 10_000;
const folder = mkdtempSync(join(tmpdir(), 'first-page-'));
const here = join(folder, 'lost-and-found');
const port = await freePort();
const results = [];

run('git', ['clone', '--quiet', process.cwd(), here]);
const service = spawn('npm', ['start'], { cwd: here, env: { ...process.env, PORT: port }, stdio: 'inherit', detached: true });
try {
  await step('npm start is ready', ready);
  for (const [index, { command, answer }] of callsOf(readFileSync(join(here, 'README.md'), 'utf8')).entries()) {
    await step(`README's call ${index + 1} returns what the README shows`, () => called(command, answer));
  }
  await step("the guides' way to a verified webhook ends with one", verified);
  await step('npm run demo ends well', () => run('npm', ['run', 'demo'], { cwd: here, stdio: 'inherit' }));
  await step('a mirror has what the API shows while others change, delete and erase', () =>
    run('npm', ['run', 'demo', '--', 'sync', '--items', '100'], { cwd: here, stdio: 'inherit' }),
  );
  await step('Ctrl-C ends it within ten seconds', stopped);
  await step('nothing is left running', nothingLeft);
} finally {
  if (!ended()) kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
const failed = results.filter((passed) => !passed).length;
console.log(`first page: ${results.length - failed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);

async function step(name, work) {
  try {
    await work();
    console.log(`✓ ${name}`);
    results.push(true);
  } catch (error) {
    console.error(`✗ ${name}: ${error.message}`);
    results.push(false);
  }
}

async function ready() {
  const until = Date.now() + STARTED_WITHIN;
  while (Date.now() < until) {
    if (ended()) throw new Error(`npm start ended with ${service.exitCode ?? service.signalCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => null);
    if (answer?.ok) return;
    await pause(250);
  }
  throw new Error(`not ready after ${STARTED_WITHIN / 1000} s`);
}

/** The shell commands of README's indented blocks that call with curl, each with the fields that the block after it shows. */
function callsOf(readme) {
  const blocks = readme.match(/(?:^ {4}.*\n)+/gm).map((block) => block.replace(/^ {4}/gm, '').trim());
  const calls = blocks.filter((text) => text.startsWith('curl'));
  const answers = blocks.filter((text) => text.startsWith('{'));
  if (calls.length === 0 || calls.length !== answers.length)
    throw new Error('README shows calls and answers that do not match in number');
  return calls.map((command, index) => ({ command, answer: answers[index] }));
}

/** Checks that the real answer contains the strings, numbers and literals that the README shows. */
function called(command, answer) {
  const token = `TOKEN=$(node -p "require('./.data/demo.json').apiToken")`;
  const { stdout } = run('bash', ['-c', `${token}\n${command.replaceAll(':3000', `:${port}`)}`], { cwd: here });
  const fields = flat(JSON.parse(stdout));
  for (const [, name, value] of answer.matchAll(/"(\w+)": ("[^"…]*"|\d+|true|false|null)/g)) {
    if (!fields.includes(`${name}=${value}`)) throw new Error(`"${name}": ${value} is not in ${stdout}`);
  }
}

/** Runs the commands of the guides on starting and on webhooks as they stand there, with the receiver saved where its reader is told to. */
async function verified() {
  const [start, webhooks] = ['01-start', '06-webhooks'].map((name) => readFileSync(join(here, `docs/guides/${name}.md`), 'utf8'));
  const blocks = (text, kind) => [...text.matchAll(new RegExp(`^\`\`\`${kind}\\n(.*?)^\`\`\`$`, 'gms'))].map(([, code]) => code);
  mkdirSync(join(folder, 'integration'));
  writeFileSync(join(folder, 'integration/receiver.mts'), blocks(webhooks, 'ts receiver')[0]);
  const commands = [...blocks(start, 'sh(?: install)?'), ...blocks(webhooks, 'sh')].join('');
  const script = commands.replaceAll('3000', port).replaceAll('4000', await freePort());
  const header = `set -euo pipefail; PATH="$PWD/runtime/node_modules/.bin:$PATH"; trap 'kill $(jobs -p) 2>/dev/null || true' EXIT`;
  run('bash', ['-c', `${header}\n${script}`], { cwd: here, timeout: 120_000 });
}

function flat(value) {
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, inner]) => [`${name}=${JSON.stringify(inner)}`, ...flat(inner)]);
}

async function stopped() {
  kill('SIGINT');
  const until = Date.now() + STOPPED_WITHIN;
  while (!ended()) {
    if (Date.now() > until) throw new Error(`still running after ${STOPPED_WITHIN / 1000} s`);
    await pause(50);
  }
}

function ended() {
  return service.exitCode !== null || service.signalCode !== null;
}

/** A process is ours when its working directory or its executable is inside the clone. */
async function nothingLeft() {
  await pause(500);
  const left = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => [linkOf(pid, 'cwd'), linkOf(pid, 'exe')].some((path) => path?.startsWith(here)));
  if (left.length > 0) throw new Error(`processes ${left.join(', ')}`);
  const answer = await fetch(`http://127.0.0.1:${port}/health/live`).catch(() => null);
  if (answer) throw new Error(`port ${port} still answers`);
}

function linkOf(pid, name) {
  try {
    return readlinkSync(`/proc/${pid}/${name}`);
  } catch {
    return null;
  }
}

/** To the whole group, as a terminal sends Ctrl-C. */
function kill(signal) {
  process.kill(-service.pid, signal);
}

function run(command, args, options) {
  const done = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (done.status !== 0) throw new Error(`${command} ended with ${done.status ?? done.signal}: ${done.stderr ?? ''}`);
  return done;
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(String(port)));
    });
  });
}
