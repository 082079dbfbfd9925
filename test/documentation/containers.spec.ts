import { existsSync, globSync, readFileSync } from 'node:fs';
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1';
import { expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { composeWith, settingsOfManual } from '../support/compose.js';
import { wrongIn } from './command-lines.js';
import { containerLines, kubernetesNames } from './container-lines.js';

const lines = containerLines();
const of = (program: string) => lines.filter((line) => line.program === program);

it('every command of the service that the manuals of image, Compose and Kubernetes show is one of the program', async () => {
  const shown = lines.filter(({ command }) => command !== null && command[0] !== 'ls');
  for (const program of ['docker', 'compose', 'kubectl']) {
    expect(shown.filter((line) => line.program === program).length).toBeGreaterThan(5);
  }
  for (const { place, command } of shown) expect([place, await wrongIn(command!)]).toEqual([place, null]);
});

/** Flags that a word of their own follows. */
const WITH_VALUE = ['--build-arg', '--since', '--scale', '--entrypoint'];

it('Compose is asked for what its file has, in the folder that it lies in', () => {
  const { services } = composeWith(settingsOfManual());
  expect(of('compose').length).toBeGreaterThan(10);
  for (const { place, words, command } of of('compose')) {
    const [, ...rest] = words.slice(0, words.length - (command?.length ?? 0));
    const names = rest
      .filter((word, at) => !word.startsWith('-') && !WITH_VALUE.includes(rest[at - 1]!))
      .filter((word) => word !== 'lost-and-found');
    // What follows psql is said to PostgreSQL.
    const asked = names.includes('psql') ? names.slice(0, names.indexOf('psql')) : names;
    const scaled = rest.flatMap((word, at) => (rest[at - 1] === '--scale' ? [word.split('=')[0]!] : []));
    for (const name of [...asked, ...scaled])
      expect([place, Object.keys(services)]).toEqual([place, expect.arrayContaining([name])]);
  }
  const { entrypoint, volumes } = services.backup!;
  expect([entrypoint![1], entrypoint![2]]).toEqual(['ops/backup.sh', volumes!.at(-1)!.split(':').at(-1)]);
});

it('kubectl is asked for what the manifests have', () => {
  const names = kubernetesNames();
  expect(of('kubectl').length).toBeGreaterThan(20);
  const made = new Set<string>();
  for (const { place, words } of of('kubectl')) {
    const end = words.includes('--') ? words.indexOf('--') : words.length;
    const own = words.slice(0, end);
    if (own[0] === 'create' && own[1] === 'job') made.add(`job/${own[2]}`);
    const named = own
      .map((word) => word.replace(/^--from=/, ''))
      .filter((word) => /^(deploy|job|cronjob|pod|pvc|service)\/\S+$/.test(word));
    const apart = own.flatMap((word, at) =>
      /^(secret|configmap)$/.test(word) ? [`${word}/${own.slice(at + 1).find((next) => next.startsWith('lost'))}`] : [],
    );
    const deleted = own[0] === 'delete' && own[1] === 'job' ? [`job/${own[2]}`] : [];
    for (const name of [...named, ...apart, ...deleted])
      expect([place, [...names, ...made]]).toEqual([place, expect.arrayContaining([name])]);
    const file = own[own.indexOf('-f') + 1]!;
    if (own.includes('-f')) expect([place, existsSync(file)]).toEqual([place, true]);
  }
});

it('the Ingress of the manual is valid, and leads to a Service and its port', () => {
  const [, block] = /```yaml\n(.*?)```/s.exec(readFileSync('docs/kubernetes.md', 'utf8'))!;
  const ingress = parse(block!);
  new Ingress(ingress).validate();
  const services = parseAllDocuments(readFileSync('ops/kubernetes/service.yml', 'utf8'))
    .map((document) => document.toJS())
    .filter(({ kind }) => kind === 'Service');
  const { service } = ingress.spec.rules[0].http.paths[0].backend;
  expect(services.map(({ metadata, spec }) => ({ name: metadata.name, port: { name: spec.ports[0].name } }))).toEqual([service]);
});

it('no process of a new release starts before its database is migrated', () => {
  const sections = readFileSync('docs/kubernetes.md', 'utf8').split(/^## /m);
  const rolled = sections.filter((section) => section.includes('kubectl apply -f ops/kubernetes/\n'));
  expect(rolled.length).toBe(2);
  for (const section of rolled) {
    const places = ['apply -f ops/kubernetes/migrate.yml', 'wait --for=condition=complete', 'apply -f ops/kubernetes/\n'].map(
      (each) => section.indexOf(each),
    );
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  }
  const { api, worker } = composeWith(settingsOfManual()).services;
  for (const service of [api, worker])
    expect(service!.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
});

it('what the image copies is in what it is built of, and the script of backups is where manuals and manifests start it', () => {
  const dockerfile = readFileSync('docker/Dockerfile', 'utf8');
  const kept = readFileSync('.dockerignore', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'));
  const sources = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, given]) => given!.split(' '));
  expect(sources).toContain('ops/backup.sh');
  for (const source of sources.filter((each) => each !== '.')) {
    expect([source, kept.some((line) => line === `!${source}` || line.startsWith(`!${source}/`))]).toEqual([source, true]);
  }
  expect(dockerfile).toMatch(/^WORKDIR \/app$/m);
  expect(dockerfile).toMatch(/^COPY ops\/backup\.sh ops\/$/m);
  expect(dockerfile).toMatch(/mkdir \/data \/backups && chown node:node \/data \/backups/);
});

it('manuals and manifests name no release, which they would be behind of', () => {
  const files = [...globSync('ops/kubernetes/**/*.yml'), ...['image', 'compose', 'kubernetes'].map((name) => `docs/${name}.md`)];
  const named = files.flatMap((file) => [
    ...readFileSync(file, 'utf8').matchAll(/(?:lost-and-found:|RELEASE=|VERSION=)([\w.$-]+)/g),
  ]);
  const releases = named.map(([, release]) => release!).filter((release) => release !== 'password');
  expect(releases.length).toBeGreaterThan(10);
  expect(releases.filter((release) => !['VERSION', '$VERSION', 'X.Y.Z'].includes(release))).toEqual([]);
});
