// How long `backup`, `backup verify`, `restore` and `projections verify` take for BENCH_ITEMS items (200,000) of two events each, with
// BENCH_IMAGES images (2,000) of 300 kB: what an installation loses by a restore is in docs/reliability.md.
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { copies } from './rebuild-set.mjs';
import { caller, onPostgres, SECRET } from './support.mjs';

const ITEMS = Number(process.env.BENCH_ITEMS ?? 200_000);
const IMAGES = Number(process.env.BENCH_IMAGES ?? 2_000);

await onPostgres(async ({ database, start, folder, superuser }) => {
  const { url, token } = await database('kept');
  const api = await start('../dist/apps/api/src/main.js', { DATABASE_URL: url, PORT: '4173' });
  const call = caller(4173, token);
  const { ID } = await call('POST', '/items', {
    item: 'Phone charger, USB-C',
    location: 'Room 312',
    departuredDate: '2026-11-20 11:00:00',
    locationID: 'demo:1',
    shipping: { weight: { ID: 1 } },
    owner: { firstName: 'Anna', lastName: 'Schmidt', contactEmail: 'anna.schmidt@example.com' },
  });
  await call('PUT', `/items/${ID}`, { internalNotes: 'Shelf B3' });
  await api.end();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await copies(client, superuser, ID, ITEMS);
  const { rows } = await client.query('select pg_database_size(current_database()) / 1e6 as size');
  await client.query('create database restored');
  await client.end();
  const images = join(folder, 'images');
  mkdirSync(images, { recursive: true });
  for (let n = 0; n < IMAGES; n++) writeFileSync(join(images, `1-${n + 1}-${randomUUID()}.jpg`), randomBytes(300_000));
  console.log(`${ITEMS} items in ${Math.round(rows[0].size)} MB, ${IMAGES} images of 300 kB`);

  const timed = async (name, to, dataDir, ...line) => {
    const env = { ...process.env, DATABASE_URL: to, DATA_DIR: dataDir, SECRET_KEY: SECRET.toString('base64') };
    const began = performance.now();
    const main = fileURLToPath(new URL('../dist/apps/admin/src/main.js', import.meta.url));
    const child = spawn(process.execPath, [main, ...line], { env, stdio: ['ignore', 'inherit', 'ignore'] });
    const code = await new Promise((resolve) => child.once('exit', resolve));
    console.log(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s, exit code ${code}`);
  };
  const [kept, elsewhere, restored] = [join(folder, 'kept'), join(folder, 'elsewhere'), new URL(url)];
  restored.pathname = '/restored';
  mkdirSync(elsewhere);
  await timed('backup', url, folder, 'backup', '--to', kept);
  await timed('backup verify', url, folder, 'backup', 'verify', '--from', kept);
  await timed('restore', restored.href, elsewhere, 'restore', '--from', kept);
  await timed('projections verify', restored.href, elsewhere, 'projections', 'verify', '--share', '100');
});
