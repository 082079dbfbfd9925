import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsOfManual } from '../support/compose.js';

const run = (line: string, input = '') => {
  const env = { ...process.env, COMPOSE_PROJECT_NAME: 'lost-and-found-lane' };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: 'docker', env, input, encoding: 'utf8' });
  return { status, output: stdout + stderr };
};
const isThere = run('docker info && docker compose version').status === 0;
if (!isThere)
  console.warn('docker/compose.yml is not started: install Docker with Compose. test/operations/ops.e2e.spec.ts renders it.');

const [EXEC, PASSWORD] = ['docker compose exec -T api lost-and-found', 'A long password of hers 7'];
const NEWEST = 'docker compose run --rm -T --entrypoint ls admin /backups | tail -1 | tr -d "\\r"';

/** The manual's way through an installation, in its order: docs/compose.md, without a terminal. */
const WAY: [string, string?][] = [
  ['docker compose build --quiet api'],
  ['docker compose up -d --wait --wait-timeout 300 api worker'],
  [`${EXEC} group create --code acme --name "Acme Hotels"`],
  [`${EXEC} user create --group acme --username admin --role group_admin --all-locations --password-stdin`, PASSWORD],
  ['docker compose run --rm -T backup'],
  ['docker compose stop api worker'],
  ['docker compose exec -T postgres psql -U postgres -c "drop database lostandfound with (force)"'],
  ['docker compose exec -T postgres psql -U postgres -c "create database lostandfound owner lostandfound"'],
  [`docker compose run --rm -T admin restore --from "/backups/$(${NEWEST})"`],
  ['docker compose run --rm -T admin projections verify'],
  ['docker compose run --rm -T admin restored --speak'],
  ['docker compose up -d --wait --wait-timeout 300 --scale worker=2 api worker'],
];

describe.skipIf(!isThere)('with Docker Compose', () => {
  const backups = mkdtempSync(join(tmpdir(), 'compose-backups-'));
  beforeAll(() => {
    if (existsSync('docker/.env')) throw new Error('docker/.env is of a service: this lane would run on its settings.');
    const settings = { ...settingsOfManual(), SMTP_URL: '', BACKUPS: backups };
    writeFileSync(
      'docker/.env',
      Object.entries(settings)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    );
    spawnSync('chown', ['1000:1000', backups]);
    return () => {
      run('docker compose --profile by-hand down --volumes');
      rmSync('docker/.env');
    };
  });
  afterAll(() => rmSync(backups, { recursive: true, force: true }));

  it('the service starts, has a first Group, is backed up, restored and scaled as the manual says', () => {
    for (const [line, input] of WAY) {
      const { status, output } = run(line, input);
      expect(status, `${line}\n${output}`).toBe(0);
    }
    expect(run(`${EXEC} group list`).output).toContain('acme');
  });
});
