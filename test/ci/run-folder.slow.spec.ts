import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Installation, type Started } from '../support/installation.js';

let place: Installation;
afterEach(() => place.remove());

/** Beside what npm and Node keep there. */
const left = () => [...readdirSync(place.at('temporary')).filter((name) => /run|mailbox/.test(name)), ...place.processes()];
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
