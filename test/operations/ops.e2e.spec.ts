import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { Deployment } from 'kubernetes-models/apps/v1';
import { CronJob, Job } from 'kubernetes-models/batch/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { PersistentVolumeClaim, Pod, Service } from 'kubernetes-models/v1';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfiguration } from '#platform/configuration';
import { Metrics } from '#platform/observability';
import { MALLOC, NODE_FLAGS } from '#platform/runtime';
import { registerChecks, rememberBackup, tellParts } from '#service';
import { composeWith, settingsOfManual } from '../support/compose.js';
import { startService, type TestService } from '../support/service.js';
import { installed } from '../support/tools.js';
import { startWorker } from '../support/worker.js';

const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' });
const has = (program: string, ...args: string[]) => run(program, ...args).status === 0;
const text = (file: string) => readFileSync(file, 'utf8');

interface Rule {
  alert: string;
  expr: string;
  annotations: { runbook_url: string };
}
const rules: Rule[] = parse(text('ops/prometheus/rules.yml')).groups.flatMap((group: { rules: Rule[] }) => group.rules);
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(text('ops/grafana/dashboard.json'));

const promtool = installed(has('promtool', '--version'), 'The alerts are not tested: install promtool (package prometheus).');
describe.skipIf(!promtool)('the alerts', () => {
  it('are rules that Prometheus takes, raised by what they are for and by nothing else', () => {
    const checked = run('promtool', 'check', 'rules', 'ops/prometheus/rules.yml');
    expect(checked.status, checked.stdout + checked.stderr).toBe(0);
    const tested = run('promtool', 'test', 'rules', 'ops/prometheus/rules.test.yml');
    expect(tested.status, tested.stdout + tested.stderr).toBe(0);
    // Eight seconds of CPU, for which a busy machine takes minutes.
  }, 300_000);
});

it('each alert is tested both silent and raised, and leads to its part of the runbooks', () => {
  const headings = new Set([...text('ops/runbooks.md').matchAll(/^## (\w+)$/gm)].map(([, heading]) => heading!));
  expect(headings).toEqual(new Set(rules.map(({ alert }) => alert)));
  for (const { alert, annotations } of rules) expect(annotations.runbook_url).toBe(`ops/runbooks.md#${alert.toLowerCase()}`);
  const { tests } = parse(text('ops/prometheus/rules.test.yml')) as {
    tests: { alert_rule_test: { alertname: string; exp_alerts?: object[] }[] }[];
  };
  const [quiet, raised] = tests.map(
    ({ alert_rule_test }) => new Map(alert_rule_test.map((one) => [one.alertname, one.exp_alerts])),
  );
  for (const { alert } of rules) {
    expect(quiet!.has(alert) && quiet!.get(alert) === undefined, alert).toBe(true);
    expect(raised!.get(alert)?.length, alert).toBe(1);
  }
});

describe('every metric', () => {
  let service: TestService;
  let worker: INestApplicationContext;
  let served: ReadonlySet<string>;

  beforeAll(async () => {
    service = await startService();
    worker = await startWorker(service.options);
    const configuration = readConfiguration({ DATA_DIR: tmpdir() });
    for (const [process, app] of [
      ['api', service.app],
      ['worker', worker],
    ] as const) {
      registerChecks(app, process);
      tellParts(app, configuration, process, false);
    }
    // What is not there has no value: no backup, and no series either.
    await rememberBackup(service.options.databaseUrl);
    const pages = await Promise.all(
      [service.app, worker].map(async (app) => {
        const port = await app.get(Metrics).serve(0, '127.0.0.1');
        return (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      }),
    );
    served = new Set(
      pages.flatMap((page) => [...page.matchAll(/^# TYPE (\S+) (\S+)/gm)]).flatMap(([, name, type]) => namesOf(name!, type!)),
    );
  });
  afterAll(async () => {
    await worker?.close();
    await service?.stop();
  });

  it('in the alerts and on the dashboard is served by the API or the worker', () => {
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ];
    const named = new Set(expressions.flatMap((expr) => expr.match(/\b(lost_and_found|process|nodejs)_\w+/g) ?? []));
    expect(named.size).toBeGreaterThan(15);
    expect([...named].filter((name) => !served.has(name))).toEqual([]);
  });

  it('of the service is described in docs/operations.md', () => {
    const own = [...served].filter((name) => name.startsWith('lost_and_found_') && !/_(bucket|sum|count)$/.test(name));
    expect(own.filter((name) => !text('docs/operations.md').includes(`\`${name}\``))).toEqual([]);
  });
});

/** The series of a metric. */
function namesOf(name: string, type: string): string[] {
  return type === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name];
}

const KINDS = { CronJob, Deployment, Job, PersistentVolumeClaim, Pod, PodDisruptionBudget, Service };
const manifests = globSync('ops/kubernetes/**/*.yml').flatMap((file) =>
  // biome-ignore lint/suspicious/noExplicitAny: whatever stands in the file, judged by its schema
  parseAllDocuments(text(file)).map((document): [string, any] => [file, document.toJS()]),
);

describe('the Kubernetes manifests', () => {
  it.each(manifests.map(([file, manifest]) => [file, manifest.kind, manifest] as const))(
    '%s: %s is valid',
    (_file, kind, manifest) => {
      new KINDS[kind as keyof typeof KINDS](manifest).validate();
    },
  );

  const pods = manifests.flatMap(([file, { kind, spec }]) => {
    const pod = kind === 'Pod' ? spec : (spec.jobTemplate?.spec ?? spec).template?.spec;
    return pod ? [[file, pod] as const] : [];
  });

  it('are seven, of five pods, of one image', () => {
    expect(manifests.length).toBeGreaterThan(7);
    expect(pods.length).toBe(5);
    expect(new Set(pods.map(([, { containers }]) => containers[0].image)).size).toBe(1);
  });

  it.each(pods)('%s runs without root, on a read-only file system, without privileges', (_file, pod) => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
    for (const { securityContext } of pod.containers) {
      expect(securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  it.each(pods)('%s starts a program that exists, with settings that the service knows', (_file, pod) => {
    for (const { args, command, env = [], readinessProbe, livenessProbe, ports } of pod.containers) {
      const program = (args ?? command).find((argument: string) => /^(dist|ops)\//.test(argument)) ?? command[0];
      expect(program === 'sleep' || existsSync(program.replace(/^dist\//, '').replace(/js$/, 'ts')), program).toBe(true);
      const environment = Object.fromEntries(env.map(({ name, value }: { name: string; value: string }) => [name, value]));
      const { metrics } = readConfiguration(environment);
      if (!readinessProbe) continue;
      expect([metrics.apiPort, metrics.workerPort]).toContain(9464);
      expect(metrics.host).toBe('0.0.0.0');
      expect([readinessProbe.httpGet.path, livenessProbe.httpGet.path]).toEqual(['/health/ready', '/health/live']);
      expect(ports.map(({ name }: { name: string }) => name)).toContain(readinessProbe.httpGet.port);
    }
  });

  it('are confined, bounded and given their settings alike', () => {
    const [first, ...others] = pods.map(([, pod]) => {
      const [{ envFrom, resources, volumeMounts }] = pod.containers;
      expect(resources).toMatchObject({
        requests: { cpu: expect.any(String), memory: expect.any(String) },
        limits: { memory: expect.any(String) },
      });
      const own = volumeMounts.filter(({ name }: { name: string }) => name !== 'backups');
      return { security: pod.securityContext, token: pod.automountServiceAccountToken, envFrom, own };
    });
    expect(first!.envFrom).toEqual([{ configMapRef: { name: 'lost-and-found' } }, { secretRef: { name: 'lost-and-found' } }]);
    for (const other of others) expect(other).toEqual(first);
  });

  it('start API and worker with the flags that keep them small, and limits that they stay below', () => {
    type Container = { name: string; args: string[]; resources: { limits: { memory: string } } };
    const containers = pods.flatMap(([, pod]): Container[] => pod.containers);
    // As docs/operations.md plans: an API decodes images in a process of its own beside it.
    const plan = { api: 250 + 448, worker: 200 };
    for (const name of ['api', 'worker'] as const) {
      const { args, resources } = containers.find((one) => one.name === name)!;
      expect(args).toEqual([...NODE_FLAGS[name], `dist/apps/${name}/src/main.js`]);
      const [, limit, unit] = /^(\d+)(Mi|Gi)$/.exec(resources.limits.memory)!;
      expect((Number(limit) * 2 ** (unit === 'Gi' ? 30 : 20)) / 1e6).toBeGreaterThan(plan[name]);
      expect(text('docs/operations.md')).toContain(`${limit} ${unit}`);
    }
  });

  it('keep one API and one worker through a disruption', () => {
    const guarded = manifests.filter(([, { kind }]) => kind === 'PodDisruptionBudget');
    const labels = guarded.map(([, { spec }]) => spec.selector.matchLabels['app.kubernetes.io/component']);
    const deployed = manifests.filter(([, { kind }]) => kind === 'Deployment').map(([, { spec }]) => spec.selector.matchLabels);
    expect(labels.sort()).toEqual(deployed.map((own) => own['app.kubernetes.io/component']).sort());
  });
});

describe('the compose file', () => {
  const given: Record<string, string> = { ...settingsOfManual(), DATABASE_PASSWORD: 'a/b@c:d?e#f%41' };
  const { services, volumes } = composeWith(given);
  const own = Object.entries(services).filter(([, { build }]) => build);

  it('takes what its manual sets, and refuses to be without what it needs', () => {
    const { SECRET_KEY, POSTGRES_PASSWORD, DATABASE_PASSWORD, PUBLIC_URL } = given;
    const needed = { SECRET_KEY, POSTGRES_PASSWORD, DATABASE_PASSWORD, PUBLIC_URL };
    expect(composeWith(needed as Record<string, string>).services.api).toMatchObject({
      image: 'lost-and-found:latest',
      ports: ['127.0.0.1:3000:3000'],
    });
    expect(services.api!.image).toBe(`lost-and-found:${given.RELEASE}`);
    for (const name of Object.keys(needed)) expect(() => composeWith({ ...given, [name]: '' })).toThrow(`${name} is required`);
    const { misspelled } = readConfiguration({ ...given, NODE_ENV: 'production' });
    expect(misspelled).toEqual([]);
  });

  it.each(own)(
    '%s starts a program that exists, with settings that the service knows',
    (_name, { command, entrypoint = [], environment }) => {
      const [program = 'dist/apps/api/src/main.js'] = [...entrypoint, ...(command ?? [])].filter((word) =>
        /^(dist|ops)\//.test(word),
      );
      expect(existsSync(program.replace(/^dist\//, '').replace(/js$/, 'ts')), program).toBe(true);
      const settings = Object.fromEntries(Object.entries(environment!).map(([name, value]) => [name, String(value)]));
      expect(settings.PGPASSWORD).toBe(given.DATABASE_PASSWORD);
      const { misspelled, metrics } = readConfiguration({ ...settings, NODE_ENV: 'production' });
      expect(misspelled).toEqual([]);
      expect(metrics.workerPort).toBe('HEALTH_URL' in settings ? Number(new URL(settings.HEALTH_URL!).port) : null);
    },
  );

  it.each(own)('%s has what is set in docker/.env, but not the password of the superuser', (_name, { env_file, environment }) => {
    expect(env_file).toEqual([{ path: '.env', required: false }]);
    expect(environment).toMatchObject({ POSTGRES_PASSWORD: '', PUBLIC_URL: given.PUBLIC_URL });
  });

  it('starts API and worker with the flags that keep them small', () => {
    expect(services.worker!.command).toEqual([...NODE_FLAGS.worker, 'dist/apps/worker/src/main.js']);
    const [, api] = /^CMD (\[.+\])$/m.exec(text('docker/Dockerfile'))!;
    expect(JSON.parse(api!)).toEqual([...NODE_FLAGS.api, 'dist/apps/api/src/main.js']);
  });

  it('waits for services and keeps volumes that are in it', () => {
    for (const { depends_on = {}, volumes: mounted = [] } of Object.values(services)) {
      expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(depends_on)));
      const [named, files] = [/^\w/, /^\.\//].map((kind) =>
        mounted.filter((mount) => kind.test(mount)).map((mount) => mount.split(':')[0]!),
      );
      expect(Object.keys(volumes)).toEqual(expect.arrayContaining(named!));
      for (const file of files!) expect(existsSync(join('docker', file)), file).toBe(true);
    }
  });
});

it.each(['api', 'worker'] as const)('the systemd unit of the %s starts it as the service itself would', (name) => {
  const unit = text(`ops/systemd/lost-and-found-${name}.service`);
  expect(unit).toContain(`node ${NODE_FLAGS[name].join(' ')} dist/apps/${name}/src/main.js\n`);
  expect(unit).toContain(`MALLOC_ARENA_MAX=${MALLOC.MALLOC_ARENA_MAX}`);
});

const CONFINING = /(?<=^|'|\s)(?:UMask|MemoryMax|NoNew|Protect|Private|Restrict|Lock|Remove|SystemCall|Capab)\w*=[^'\n\\;]*/gm;
const units = globSync('ops/systemd/*.service');

it('every systemd unit is confined alike, and runs as the service; the command line is, but for the places of files', () => {
  const confined = (file: string) => (text(file).match(CONFINING) ?? []).sort();
  const [first, ...others] = units.map(confined);
  expect(first!.length).toBeGreaterThan(20);
  expect(others.length).toBe(4);
  for (const other of others) expect(other).toEqual(first);
  for (const unit of units) expect(text(unit)).toMatch(/^User=lost-and-found\nGroup=lost-and-found$/m);
  const ofFiles = /^(?:ProtectSystem|ProtectHome|PrivateTmp|RemoveIPC)=/;
  const command = text('ops/systemd/lost-and-found');
  for (const line of first!.filter((each) => !ofFiles.test(each))) expect(command).toContain(line);
});

const systemd = installed(
  has('systemd-analyze', '--version'),
  'The systemd units are not verified: install systemd-analyze (package systemd).',
);
it.skipIf(!systemd)('the systemd units are units that systemd takes', () => {
  const { status, stdout, stderr } = run('systemd-analyze', 'verify', ...globSync('ops/systemd/*.{service,timer}'));
  expect(stdout + stderr).toBe('');
  expect(status).toBe(0);
});

it.skipIf(!systemd)('systemd finds little that a unit of the service is exposed to', () => {
  for (const unit of units) {
    const { stdout, status } = run('systemd-analyze', 'security', '--offline=true', '--threshold=20', unit);
    expect([unit, status, stdout]).toEqual([unit, 0, expect.any(String)]);
  }
});
