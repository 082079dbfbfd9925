// `npm run client`: the TypeScript client as a package that `npm install` takes. `npm run client -- python` makes a Python client,
// `npm run client -- postman` a Postman collection. Nothing of this is committed.
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { installedPythonTool, installedTool } from './installed-tool.mjs';
import { alone } from './lock.mjs';
import { postmanCollection } from './postman.mjs';
import { run as runProgram } from './processes.mjs';

const CLIENT = 'clients/typescript';

/** Each runs what it needs by the given function. */
async function build(run) {
  await run('openapi-ts');
  // The service's own build leaves it without types.
  rmSync(`${CLIENT}/dist`, { recursive: true, force: true });
  await run('tsc', '-p', CLIENT);
}

/** With the version of the service, which stands in its package.json alone. */
async function pack(run) {
  await build(run);
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  for (const part of ['dist', 'README.md']) cpSync(join(CLIENT, part), join(folder, part), { recursive: true });
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  const described = { ...JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8')), version };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(described, null, 2));
  await run('npm', 'pack', folder, '--pack-destination', 'clients', '--loglevel=error');
  rmSync(folder, { recursive: true });
  const packed = join(process.cwd(), 'clients', `${described.name}-${version}.tgz`);
  console.log(`Install it elsewhere with npm install ${packed}`);
}

async function python(run) {
  const programs = await installedPythonTool('openapi-python-client==0.29.0');
  // It formats what it wrote by a program that stands beside it.
  process.env.PATH = `${join(process.cwd(), programs)}${delimiter}${process.env.PATH}`;
  const target = 'clients/python';
  const options = ['--config', 'clients/python.yml', '--meta', 'setup', '--fail-on-warning', '--overwrite'];
  await run('openapi-python-client', 'generate', '--path', 'openapi.json', '--output-path', target, ...options);
  console.log(`Install it elsewhere with pip install ${join(process.cwd(), target)}`);
}

async function postman() {
  const folder = await installedTool('openapi-to-postmanv2@6.3.3');
  const document = JSON.parse(readFileSync('openapi.json', 'utf8'));
  const collection = await postmanCollection(join(process.cwd(), folder), document);
  mkdirSync('clients/postman', { recursive: true });
  const target = 'clients/postman/lost-and-found.postman_collection.json';
  writeFileSync(target, JSON.stringify(collection, null, 1));
  console.log(`Import ${target} into Postman, and set the variables baseUrl and bearerToken of the collection.`);
}

const TASKS = { build, pack, python, postman };
const [task = 'pack'] = process.argv.slice(2);
if (!Object.hasOwn(TASKS, task)) {
  console.error(`There is no ${task}. Write npm run client, npm run client -- python, or npm run client -- postman.`);
  process.exit(1);
}
const waiting = (pid) => console.error(`Process ${pid} makes a client here at the moment; waiting for it …`);
try {
  await alone('clients/.making', waiting, (begun) =>
    TASKS[task](async (command, ...args) => {
      const { code } = await runProgram(command, args, { stdio: ['ignore', 'inherit', 'inherit'], begun });
      if (code !== 0) throw new Error(`${command} failed; its output is above.`);
    }),
  );
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
