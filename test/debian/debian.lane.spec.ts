import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, Desks, HOTEL } from '../upgrade/desks.js';
import { CAN_RUN, Machine } from './machine.js';
import { archiveOf, blocksOf } from './manual.js';

/** Release 0.2.0, which was installed in one folder, as its own install.md says. */
const FORMER = 'c8516293';
const VERSION = '1000.0.0';
const PASSWORD = 'A long password of hers 7';
const LANGUAGES = ['de', 'fr', 'es', 'nl', 'it', 'pt', 'pl', 'sv', 'ja', 'zh', 'ar'];
/** Milliseconds for which the one API of a machine may answer nothing while it starts again. */
const GAP = 20_000;

const manual = readFileSync('docs/install.md', 'utf8');
let archive: ReturnType<typeof archiveOf>;

/** Lines of a document as they are typed there. */
const typed = (...blocks: string[]) =>
  ['umask 022', `VERSION=${VERSION}`, ...blocks.map((block) => block.replaceAll('X.Y.Z', VERSION))].join('\n');

/** @throws what the machine said, unless it succeeds */
async function done(machine: Machine, script: string, options: { network?: string; input?: string } = {}): Promise<string> {
  const { code, output } = await machine.run(script, options);
  if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${output}`);
  return output;
}

function fetched(machine: Machine): void {
  for (const file of [`lost-and-found-${VERSION}.tar.gz`, 'SHA256SUMS'])
    copyFileSync(join(archive.folder, file), join(machine.root, 'var/tmp', file));
}

const tokenOf = (output: string) => /lf_\S+/.exec(output)![0];

/** The release whose folder each process of the service was started from. */
const running = (machine: Machine) =>
  done(
    machine,
    'for unit in api worker; do readlink /proc/$(systemctl show -P MainPID lost-and-found-$unit)/cwd; done | sort -u',
  );

beforeAll(() => {
  if (CAN_RUN) archive = archiveOf(VERSION);
});
afterAll(() => archive?.remove());

describe.skipIf(!CAN_RUN)('a fresh Debian', () => {
  let machine: Machine;
  beforeAll(async () => {
    machine = await Machine.boot();
  });
  afterAll(() => machine?.end());

  it('runs the service after the lines of install.md', async () => {
    fetched(machine);
    await done(machine, typed(...blocksOf(manual, 'The service')), { network: 'host' });
    await done(machine, typed(...['The database', 'Settings'].flatMap((part) => blocksOf(manual, part))));
    const [start, first, doctor] = blocksOf(manual, 'Start');
    await done(machine, typed(start!));
    const token = tokenOf(await done(machine, typed(first!), { input: PASSWORD }));
    const { output } = await machine.run(doctor!);
    // Nobody reaches the name of the example.
    expect(output.match(/^WRONG .*/gm)).toEqual([expect.stringContaining('WRONG public_url')]);
    expect(await running(machine)).toBe(`/opt/lost-and-found/releases/${VERSION}\n`);
    expect(await done(machine, 'lost-and-found --version')).toContain(VERSION);
    expect(await done(machine, 'lost-and-found-release list')).toBe(`* ${VERSION}\n`);

    const url = await machine.reach(3000);
    const { locationID } = await call(url, token, 'POST', '/locations', HOTEL);
    const desks = new Desks(url, token, locationID);
    await desks.everything(LANGUAGES);
    await desks.close();
    expect([desks.failures, desks.unanswered]).toEqual([[], []]);
  });

  it('makes a backup every night, confined as the services are', async () => {
    const [nightly] = blocksOf(readFileSync('docs/backup.md', 'utf8'), 'Every night');
    expect(await done(machine, nightly!)).toContain('The last good backup is of');
    const { output } = await machine.run(
      'systemctl start lost-and-found-backup-failed; journalctl -t lost-and-found-backup -p crit',
    );
    expect(output).toContain('The backup failed');
  });

  it('refuses an archive that is not what its checksums say, and removes no release that runs', async () => {
    for (const [prepare, said] of [
      ['sha256sum *.gz > SHA256SUMS; echo >> lost-and-found-1.0.0.tar.gz', 'not what SHA256SUMS says'],
      [':', 'no SHA256SUMS'],
      ['sha256sum *.gz > SHA256SUMS', `has ${VERSION} `],
    ]) {
      const other = 'other/lost-and-found-1.0.0.tar.gz';
      const script = `cd /var/tmp; rm -rf other; mkdir other; cp lost-and-found-${VERSION}.tar.gz ${other}; cd other; ${prepare}`;
      const { code, output } = await machine.run(`${script}; lost-and-found-release install /var/tmp/${other}`, {
        network: 'host',
      });
      expect([code, output]).toEqual([1, expect.stringContaining(said!)]);
    }
    for (const [line, said] of [
      [`remove ${VERSION}`, 'is the one that runs'],
      ['remove ../releases', 'no version'],
      [`install /var/tmp/lost-and-found-${VERSION}.tar.gz`, 'installed already'],
      ['use 1', 'not installed'],
      ['back', 'No release ran before'],
      ['', 'lost-and-found-release install ARCHIVE'],
    ]) {
      const { code, output } = await machine.run(`lost-and-found-release ${line}`);
      expect([code! > 0, output]).toEqual([true, expect.stringContaining(said!)]);
    }
    expect(await done(machine, 'ls -A /opt/lost-and-found/releases')).toBe(`${VERSION}\n`);
  });
});

describe.skipIf(!CAN_RUN)('a Debian with release 0.2.0', () => {
  let machine: Machine;
  let desks: Desks;
  let url: string;
  beforeAll(async () => {
    machine = await Machine.boot();
    const former = execFileSync('git', ['show', `${FORMER}:docs/install.md`], { encoding: 'utf8' });
    mkdirSync(join(machine.root, 'opt/lost-and-found'));
    const sources = execFileSync('git', ['archive', FORMER], { maxBuffer: 2 ** 28 });
    execFileSync('tar', ['-x', '-C', join(machine.root, 'opt/lost-and-found')], { input: sources });
    await done(machine, typed(...blocksOf(former, 'The service')), { network: 'host' });
    const inFolder = (part: string) => ['cd /opt/lost-and-found', ...blocksOf(former, part)];
    // All calls are from one address.
    const unlimited = 'echo RATE_LIMIT=0 >> /etc/lost-and-found/environment';
    await done(machine, typed(...inFolder('The database'), ...inFolder('Settings'), unlimited));
    const [enter, start, command, first] = inFolder('Start');
    await done(machine, typed(enter!, start!, command!));
    const token = tokenOf(await done(machine, typed(first!), { input: PASSWORD }));
    url = await machine.reach(3000);
    const { locationID } = await call(url, token, 'POST', '/locations', HOTEL);
    desks = new Desks(url, token, locationID);
  });
  afterAll(async () => {
    await desks?.close();
    await machine?.end();
  });

  /** What runs, by the version that its documentation has; 0.2.0 says none there. */
  const version = async () => {
    const { info } = (await (await fetch(`${url}/openapi.json`)).json()) as { info: { 'x-release'?: string } };
    return info['x-release']?.split(' ')[0];
  };

  /** Nothing failed, but that the API answered nothing once, while it started again. */
  function expectOneGap(): void {
    expect(desks.failures).toEqual([]);
    const times = desks.unanswered.splice(0);
    expect(Math.max(...times) - Math.min(...times)).toBeLessThan(GAP);
  }

  it('is upgraded by the lines of install.md while it is called', async () => {
    fetched(machine);
    const [copied, cleaned] = blocksOf(manual, 'An installation of 0.2.0');
    const [download] = blocksOf(manual, 'The service');
    const [upgrade] = blocksOf(manual, 'Upgrading, and back');
    await done(machine, typed(copied!));
    await done(machine, typed(download!.replace(/^useradd .*$/m, '')), { network: 'host' });
    // 0.2.0 goes on, with pages that it has not shown yet, from where it was started.
    await desks.everything(LANGUAGES);
    expect([desks.failures, desks.unanswered]).toEqual([[], []]);
    const use = upgrade!.split('\n').filter((line) => !line.startsWith('lost-and-found-release install'));
    expect(await done(machine, typed(use.join('\n')))).toMatch(new RegExp(`- 0\\.2\\.0\\n\\* ${VERSION}\n$`));
    expect(await version()).toBe(VERSION);
    await done(machine, typed(cleaned!));
    await desks.everything(LANGUAGES);
    expect(await running(machine)).toBe(`/opt/lost-and-found/releases/${VERSION}\n`);
    expectOneGap();
  });

  it('goes back to 0.2.0 on the migrated database by one command, and forward again', async () => {
    expect(await done(machine, 'lost-and-found-release back')).toContain('0.2.0 is current');
    expect(await version()).toBeUndefined();
    expect(await running(machine)).toBe('/opt/lost-and-found/releases/0.2.0\n');
    await desks.everything(LANGUAGES);
    expect(await done(machine, 'lost-and-found group list')).toContain('acme');
    expectOneGap();
    await done(machine, `lost-and-found-release use ${VERSION}`);
    expect(await version()).toBe(VERSION);
    expectOneGap();
  });

  it('keeps to the release that runs where the next one does not migrate, and goes back to it where it does not get ready', async () => {
    const broken = (name: string, program: string) =>
      done(
        machine,
        `cd /opt/lost-and-found/releases; cp -a ${VERSION} ${name}; echo 'process.exit(1);' > ${name}/dist/apps/${program}/src/main.js
         echo '# of ${name}' >> ${name}/ops/systemd/lost-and-found-api.service`,
      );
    await broken('1000.0.1', 'admin');
    await broken('1000.0.2', 'api');
    for (const [name, said] of [
      ['1000.0.1', `The database was not migrated.*${VERSION} goes on`],
      ['1000.0.2', `1000.0.2 does not get ready.*${VERSION} runs again`],
    ]) {
      const { code, output } = await machine.run(`lost-and-found-release use ${name}`);
      expect([code, output]).toEqual([1, expect.stringMatching(new RegExp(said!, 's'))]);
      expect([await version(), await running(machine)]).toEqual([VERSION, `/opt/lost-and-found/releases/${VERSION}\n`]);
      expect(await done(machine, 'cat /etc/systemd/system/lost-and-found-api.service')).not.toContain('# of 1000');
      await done(machine, `lost-and-found-release remove ${name}`);
    }
    desks.unanswered.splice(0);
    await desks.everything(LANGUAGES);
    expect([desks.failures, desks.unanswered]).toEqual([[], []]);
  });

  it('lost nothing that was acknowledged', async () => {
    await desks.close();
    const numbers = desks.registered.join(',');
    writeFileSync(join(machine.root, 'var/tmp/count.sql'), `select count(*) from items where id in (${numbers})`);
    const counted = await done(machine, 'cd / && runuser -u postgres -- psql -At -d lost-and-found -f /var/tmp/count.sql');
    expect(counted.trim()).toBe(`${desks.registered.length}`);
    expect(await done(machine, 'lost-and-found projections verify')).not.toContain('differ');
  });
});
