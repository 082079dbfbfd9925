// `npm run client`: the TypeScript client as a package that `npm install` takes. `npm run client -- postman`
// writes a Postman collection instead. Nothing of this is committed.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installedTool } from './installed-tool.mjs';

const CLIENT = 'clients/typescript';

function run(command, ...args) {
  const { status } = spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}

function pack() {
  run('openapi-ts');
  run('tsc', '-p', CLIENT);
  run('npm', 'pack', `./${CLIENT}`, '--pack-destination', 'clients', '--loglevel=error');
  console.log(
    `Install it elsewhere with npm install ${join(
      process.cwd(),
      'clients',
      readdirSync('clients').find((file) => file.endsWith('.tgz')),
    )}`,
  );
}

function postman() {
  const folder = installedTool('openapi-to-postmanv2@6.3.3');
  mkdirSync('clients/postman', { recursive: true });
  const target = 'clients/postman/lost-and-found.postman_collection.json';
  run(join(folder, 'node_modules/.bin/openapi2postmanv2'), '-s', 'openapi.json', '-o', target, '-p', '-O', 'folderStrategy=Tags');
  console.log(`Import ${target} into Postman, and set baseUrl and bearerToken there.`);
}

const TASKS = { pack, postman };
const [task = 'pack'] = process.argv.slice(2);
if (!Object.hasOwn(TASKS, task)) {
  console.error(`There is no ${task}. Write npm run client, or npm run client -- postman.`);
  process.exit(1);
}
TASKS[task]();
