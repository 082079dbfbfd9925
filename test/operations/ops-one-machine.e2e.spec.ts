import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { generate } from 'selfsigned';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfiguration } from '#platform/configuration';
import { NGINX_INSTALLED } from '../support/nginx.js';
import { installed } from '../support/tools.js';

const folder = mkdtempSync(join(tmpdir(), 'lost-and-found-ops-'));
afterAll(() => rmSync(folder, { recursive: true }));

const text = (file: string) => readFileSync(file, 'utf8');
const run = (program: string, ...args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { status, output: `${stdout}${stderr}` };
};

/** Those that are commented out included. */
const settings = parseEnv(text('ops/systemd/environment').replace(/^#(?=\w+=)/gm, '')) as Record<string, string>;

const promtool = installed(
  run('promtool', '--version').status === 0,
  'ops/prometheus/prometheus.yml is not checked: install promtool (package prometheus).',
);

describe('a machine that is set up as docs/install.md says', () => {
  it('has settings that the service knows, and ports that Prometheus asks', () => {
    writeFileSync(join(folder, 'secret.key'), Buffer.alloc(32, 7).toString('base64'));
    const { misspelled, metrics } = readConfiguration({
      ...settings,
      SECRET_KEY_FILE: join(folder, 'secret.key'),
      NODE_ENV: 'production',
    });
    expect(misspelled).toEqual([]);
    type Job = { static_configs: { targets: string[] }[] };
    const { scrape_configs: jobs }: { scrape_configs: Job[] } = parse(text('ops/prometheus/prometheus.yml'));
    const asked = jobs.flatMap(({ static_configs }) => static_configs.flatMap(({ targets }) => targets));
    expect(asked).toEqual([`127.0.0.1:${metrics.apiPort}`, `127.0.0.1:${metrics.workerPort}`]);
  });

  it.skipIf(!promtool)('has a Prometheus that takes its configuration', () => {
    const { status, output } = run('promtool', 'check', 'config', 'ops/prometheus/prometheus.yml');
    expect(status, output).toBe(0);
  });

  it.skipIf(!NGINX_INSTALLED)('has an nginx that takes its configuration', async () => {
    const { cert, private: key } = await generate([{ name: 'commonName', value: 'lost.example.com' }]);
    writeFileSync(join(folder, 'fullchain.pem'), cert);
    writeFileSync(join(folder, 'privkey.pem'), key);
    // Ports that an ordinary user may have: nginx opens them.
    const site = text('ops/proxy/nginx.conf').replace(
      /(listen .*?)(80|443)\b/g,
      (_, before, port) => `${before}${20_000 + Number(port)}`,
    );
    writeFileSync(join(folder, 'site'), site.replaceAll('/etc/ssl/lost-and-found', folder));
    writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid; events {} http { access_log off; include ${folder}/site; }`);
    const { status, output } = run(
      'nginx',
      '-t',
      '-p',
      folder,
      '-e',
      join(folder, 'error.log'),
      '-c',
      join(folder, 'nginx.conf'),
    );
    expect(status, output).toBe(0);
  });
});
