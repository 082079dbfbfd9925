import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { Installation, Started } from '../support/installation.js';

let place: Installation | null = null;
afterEach(() => {
  place?.remove();
  place = null;
});

/** Beside what npm and Node keep there. */
const left = () => [...readdirSync(place!.at('temporary')).filter((name) => /run|mailbox/.test(name)), ...place!.processes()];
const running = (started: Started) => vi.waitFor(() => expect(started.output).toContain('the tests run'), 60_000);

describe.runIf(process.platform === 'linux')('a run of tests', { timeout: 120_000 }, () => {
  it('that left nothing passes, and one that left a folder or a process fails and names it; both are gone', async () => {
    place = new Installation();
    expect(await place.test().ended).toBe(0);
    for (const [what, named] of [
      ['file', /mailbox-/],
      ['process', /process \d+: .*left$/m],
    ] as const) {
      const started = place.test(what);
      expect(await started.ended, what).toBe(1);
      expect(started.output).toMatch(/The tests left:/);
      expect(started.output).toMatch(named);
      expect(left()).toEqual([]);
    }
  });

  it('that failed or was interrupted leaves nothing, and says nothing of it', async () => {
    place = new Installation();
    const failed = place.test('file', 'process', 'fail');
    expect(await failed.ended).toBe(1);
    const interrupted = place.test('file', 'process', 'wait');
    await running(interrupted);
    interrupted.ctrlC();
    await interrupted.ended;
    expect(failed.output + interrupted.output).not.toContain('The tests left');
    expect(left()).toEqual([]);
  });

  it('that was killed is cleared away by the next one', async () => {
    place = new Installation();
    const killed = place.test('file', 'process', 'wait');
    await running(killed);
    killed.kill('SIGKILL');
    await killed.ended;
    expect(left().length).toBeGreaterThan(1);
    expect(await place.test().ended).toBe(0);
    expect(left()).toEqual([]);
  });
});

describe.runIf(process.platform === 'linux')('a benchmark', { timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'benchmark-'));
  /** The command lines of those that were given the folder, or are told of it. */
  const programs = () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        try {
          const [command, environment] = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'utf8'));
          return (command + environment!).includes(folder) ? [command!.replaceAll('\0', ' ')] : [];
        } catch {
          return [];
        }
      });
  afterAll(() => rmSync(folder, { recursive: true }));

  it.each([
    ['SIGTERM while its PostgreSQL starts', /postgres/, (started: Started) => started.kill('SIGTERM')],
    ['Ctrl-C while its API runs', /apps\/api/, (started: Started) => started.ctrlC()],
    ['SIGHUP while its API runs', /apps\/api/, (started: Started) => started.kill('SIGHUP')],
  ] as const)('that is ended by %s leaves no process and no file', async (_, moment, end) => {
    const TMPDIR = join(folder, 'temporary');
    mkdirSync(TMPDIR, { recursive: true });
    const started = new Started(process.cwd(), [process.execPath, 'scripts/run.mjs', 'bench', 'memory'], { TMPDIR });
    await vi.waitFor(() => expect(programs().join('\n')).toMatch(moment), { timeout: 60_000, interval: 100 });
    end(started);
    expect(await started.ended).toBeGreaterThan(128);
    expect([programs(), readdirSync(TMPDIR).filter((name) => /run|bench/.test(name))]).toEqual([[], []]);
  });
});
