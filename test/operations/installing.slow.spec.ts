import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Installation, type Started } from '../support/installation.js';

const made: Installation[] = [];
afterEach(() => {
  for (const place of made.splice(0)) place.remove();
});

function installation(): Installation {
  const one = new Installation();
  made.push(one);
  return one;
}

const until = (condition: () => boolean) => vi.waitFor(() => expect(condition()).toBe(true), { timeout: 60_000, interval: 5 });

/** Ends it as a person does, and waits. */
async function stop(started: Started): Promise<void> {
  started.ctrlC();
  await started.ended;
}

type Moment = (place: Installation, started: Started) => boolean;
const locked: Moment = (place) => existsSync(place.at('.installing'));
const unpacking: Moment = (place) => existsSync(place.at('node_modules/part-3'));
const nodeUnpacked: Moment = (place) => existsSync(place.at('runtime/node_modules'));
const scripted: Moment = (place) => existsSync(place.at('scripted'));
const building: Moment = (place) => existsSync(place.at('dist'));
const running: Moment = (_, { isReady }) => isReady;

const ctrlC = (started: Started) => started.ctrlC();
const signal = (name: NodeJS.Signals) => (started: Started) => started.kill(name);

describe.runIf(process.platform === 'linux')('a first start that is interrupted', { timeout: 120_000 }, () => {
  it.each<[string, string, Moment, (started: Started) => void, 'npm' | 'script']>([
    ['before npm begins', 'Ctrl-C', locked, ctrlC, 'script'],
    ['while Node is unpacked', 'Ctrl-C', nodeUnpacked, ctrlC, 'npm'],
    ['while packages are unpacked', 'Ctrl-C', unpacking, ctrlC, 'npm'],
    ['while packages are unpacked', 'SIGTERM', unpacking, signal('SIGTERM'), 'script'],
    ['while packages are unpacked', 'SIGKILL', unpacking, signal('SIGKILL'), 'script'],
    ['while an install script runs', 'SIGHUP', scripted, signal('SIGHUP'), 'script'],
    ['while an install script runs', 'SIGKILL', scripted, signal('SIGKILL'), 'npm'],
    ['while an install script runs', 'SIGKILL of its script', scripted, signal('SIGKILL'), 'script'],
    ['while it is built', 'Ctrl-C', building, ctrlC, 'npm'],
    ['while it is built', 'SIGKILL', building, signal('SIGKILL'), 'script'],
    ['when it runs', 'SIGTERM', running, signal('SIGTERM'), 'npm'],
    ['when it runs', 'SIGKILL', running, signal('SIGKILL'), 'script'],
  ])('%s, by %s, leaves no process, and the next one is as the first', async (_when, _how, moment, interrupt, outer) => {
    const place = installation();
    const first = place.start(outer);
    await until(() => moment(place, first));
    interrupt(first);
    await first.ended;
    // At once: what a killed one left may still be there.
    const second = place.start();
    await until(() => second.isReady);
    expect(second.output).not.toMatch(/fail|Error/i);
    await stop(second);
    // What npm ran notices its end within half a second.
    await vi.waitFor(() => expect(place.processes()).toEqual([]), { timeout: 50_000 });
  });

  it('by Ctrl-C or SIGTERM has ended all that it began when it ends', async () => {
    for (const interrupt of [ctrlC, signal('SIGTERM'), signal('SIGHUP')]) {
      const place = installation();
      const started = place.start();
      await until(() => scripted(place, started));
      expect(place.processes().length).toBeGreaterThan(3);
      interrupt(started);
      expect(await started.ended).toBeGreaterThan(128);
      expect(place.processes()).toEqual([]);
      expect(existsSync(place.at('.installing'))).toBe(false);
    }
  });
});

describe.runIf(process.platform === 'linux')('a tool that is no dependency', { timeout: 120_000 }, () => {
  const tools = (place: Installation) => {
    const folder = place.at('node_modules/.cache/tools');
    return existsSync(folder) ? readdirSync(folder) : [];
  };
  const begun: Moment = (place) => tools(place).some((name) => name.endsWith('.installing')) && place.processes().length > 1;

  it.each<[string, (started: Started) => void]>([
    ['Ctrl-C', ctrlC],
    ['SIGTERM', signal('SIGTERM')],
    ['SIGKILL', signal('SIGKILL')],
  ])('whose installing is ended by %s leaves no process, and is installed the next time', async (_name, interrupt) => {
    const place = installation();
    const first = place.tool();
    await until(() => begun(place, first));
    interrupt(first);
    await first.ended;
    const second = place.tool();
    expect(await second.ended, second.output).toBe(0);
    expect(second.output).toContain('ready with 3 parts');
    await vi.waitFor(() => expect(place.processes()).toEqual([]), { timeout: 50_000 });
    expect(tools(place)).toHaveLength(1);
  });

  it('is installed once, by whoever is first: another waits for it and says so', async () => {
    const place = installation();
    const first = place.tool();
    await until(() => begun(place, first));
    const second = place.tool();
    expect(await Promise.all([first.ended, second.ended])).toEqual([0, 0]);
    expect(second.output).toMatch(/^Process \d+ installs .* at the moment; waiting for it …\nready with 3 parts\n$/);
    expect(tools(place)).toHaveLength(1);
  });
});

describe('installing', { timeout: 120_000 }, () => {
  it('is done by one start at a time: another waits and says so', async () => {
    const place = installation();
    const first = place.start();
    await until(() => locked(place, first));
    const second = place.start();
    await until(() => first.isReady && second.isReady);
    expect(second.output).toContain('waiting for it');
    expect(first.output + second.output).toMatch(/^(?:(?!Installing)[\s\S])*Installing packages(?:(?!Installing)[\s\S])*$/);
    await Promise.all([stop(first), stop(second)]);
  });

  it('is repeated where packages are gone from what counts as installed, in the folder of the runtime too', async () => {
    const place = installation();
    const first = place.start();
    await until(() => first.isReady);
    await stop(first);
    const unharmed = place.start();
    await until(() => unharmed.isReady);
    await stop(unharmed);
    expect(unharmed.output).not.toContain('Installing');
    const node = `runtime/node_modules/node-${process.platform}-${process.arch}`;
    for (const lost of ['node_modules/part-5', 'node_modules/.package-lock.json', node, `${node}/bin/node`]) {
      rmSync(place.at(lost), { recursive: true });
      const again = place.start();
      await until(() => again.isReady);
      await stop(again);
      expect(again.output, lost).toContain('Installing');
      expect(existsSync(place.at(lost)), lost).toBe(true);
    }
  });

  it('takes over the lock of a process that was killed, whatever has its ID now', async () => {
    const place = installation();
    for (const left of ['999999999 7', `${process.pid} 7`, '']) {
      writeFileSync(place.at('.installing'), `${left}\n`);
      rmSync(place.at('dist'), { recursive: true, force: true });
      const started = place.start();
      await until(() => started.isReady);
      await stop(started);
      expect(existsSync(place.at('.installing'))).toBe(false);
    }
  });

  it('is refused where scripts/build.mjs was run by itself, as for a service that is installed', async () => {
    const place = installation();
    const first = place.start();
    await until(() => first.isReady);
    await stop(first);
    rmSync(place.at('dist/.built'));
    rmSync(place.at('node_modules/part-5'), { recursive: true });
    const refused = place.start();
    expect(await refused.ended).toBe(1);
    expect(refused.output).toContain('a service is installed here');
    expect(existsSync(place.at('dist/apps/launcher/src/main.js'))).toBe(true);
    expect(existsSync(place.at('node_modules/part-5'))).toBe(false);
  });

  it('is refused while the service runs from what would be built anew or replaced, and goes on when it has ended', async () => {
    const place = installation();
    const first = place.start();
    await until(() => first.isReady);
    place.write('apps/changed', '');
    const refused = place.start();
    expect(await refused.ended).toBe(1);
    expect(refused.output).toMatch(
      /^Process \d+ of the service runs from .*, and dist\/ is to be built anew\. Stop it first\.$/m,
    );
    rmSync(place.at('node_modules/part-5'), { recursive: true });
    const again = place.start();
    expect(await again.ended).toBe(1);
    expect(again.output).toContain('packages are to be replaced');
    await stop(first);
    const second = place.start();
    await until(() => second.isReady);
    await stop(second);
  });

  it('fails, and counts as nothing, where npm leaves out what is meant for the platform', async () => {
    const place = installation();
    const node = `node-${process.platform}-${process.arch}`;
    rmSync(place.at(`packages/${node}.tgz`));
    const started = place.start();
    expect(await started.ended).toBe(1);
    expect(started.output).toMatch(/Installing failed/);
    expect(existsSync(place.at('runtime/node_modules/.lost-and-found-installed'))).toBe(false);
  });
});
