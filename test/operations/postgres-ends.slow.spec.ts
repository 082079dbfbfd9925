import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { connected } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { Program } from '../support/program.js';
import { installed } from '../support/tools.js';

const ITEM = { item: 'Key', location: 'Bar', locationID: 'demo:1', departuredDate: '2026-11-20 11:00:00', shipping: {} };
const PATIENCE = { timeout: 120_000, interval: 100 };
const folder = mkdtempSync(join(tmpdir(), 'ending-'));
const dataDir = join(folder, 'data');
/** A disk of its own that is soon full. */
const mounted = () => spawnSync('mount', ['-t', 'tmpfs', '-o', 'mode=711,size=400m', 'tmpfs', folder]).status === 0;
const hasDisk = installed(process.getuid?.() === 0 && mounted(), 'A full disk is only tried where file systems may be mounted.');

describe('the embedded PostgreSQL of npm start, when it ends', { timeout: 300_000 }, () => {
  let [launcher, output, base]: [Program | undefined, string, string] = [undefined, '', ''];
  let token: string;
  const acknowledged: number[] = [];

  beforeAll(async () => {
    if (!hasDisk) chmodSync(folder, 0o755);
    const port = await freePort();
    base = `http://127.0.0.1:${port}`;
    launcher = Program.begin('launcher', { DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' }, [], (text) => {
      output += text;
    });
    await vi.waitFor(() => expect(output).toContain('Press Ctrl-C'), { ...PATIENCE, timeout: 290_000 });
    token = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')).apiToken;
  }, 300_000);

  afterAll(async () => {
    await launcher?.stop();
    if (hasDisk) await vi.waitFor(() => expect(spawnSync('umount', [folder]).status).toBe(0), PATIENCE);
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });

  const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n')[0]);
  const call = (path: string, body?: object) => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    return fetch(`${base}/api/v2${path}`, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) });
  };

  /** Registers items by several callers until told otherwise. @returns what ends them */
  function load(): () => Promise<unknown> {
    let isOver = false;
    const caller = async () => {
      while (!isOver) {
        const response = await call('/items', ITEM);
        if (response.status === 201) acknowledged.push(((await response.json()) as { ID: number }).ID);
        else expect(response.status, await response.text()).toBe(503);
      }
    };
    const callers = Promise.all([caller(), caller(), caller()]);
    return () => {
      isOver = true;
      return callers;
    };
  }

  /** Waits until it has ended, what it takes has been done, and the service is as before. */
  async function returns(before: number, mend: () => void = () => undefined): Promise<void> {
    await vi.waitFor(
      () =>
        expect(output.slice(before)).toMatch(
          /PostgreSQL ended; restarting it in \d+ s\.\n(?:It was ended by SIG\w+|Its exit code was \d+)\./,
        ),
      PATIENCE,
    );
    mend();
    await vi.waitFor(() => expect(output.slice(before)).toContain('The embedded PostgreSQL runs again.'), PATIENCE);
    await vi.waitFor(async () => expect((await fetch(`${base}/health/ready`)).status).toBe(200), PATIENCE);
    const later = acknowledged.length;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(later), PATIENCE);
    // With what it said: each says in a line of its own why it ends.
    expect(output.split('\n').filter((line) => /"level":60|The (api|worker) ended/.test(line))).toEqual([]);
  }

  async function isAllKept(): Promise<void> {
    for (const ID of acknowledged) expect((await call(`/items/${ID}`)).status, String(ID)).toBe(200);
  }

  it('by a kill under load, is started again under the same address, and what was acknowledged is kept', async () => {
    const end = load();
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(10), PATIENCE);
    const before = output.length;
    process.kill(postmaster(), 'SIGKILL');
    await returns(before);
    await end();
    await isAllKept();
  });

  it.runIf(hasDisk)('by a full disk, says so, and is started again once there is room', async () => {
    const end = load();
    const [before, filler] = [output.length, join(folder, 'filler')];
    // Others write meanwhile: to the last byte.
    expect(() => {
      for (;;) appendFileSync(filler, Buffer.alloc(1_000_000));
    }).toThrow('ENOSPC');
    const password = readFileSync(join(dataDir, 'postgres/password'), 'utf8').trim();
    const { port } = new URL(JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')).url);
    const filling = connected(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`, async (client) => {
      client.on('error', () => undefined);
      for (;;) await client.query(`select pg_logical_emit_message(false, 'fill', repeat('x', 1000000))`);
    });
    await expect(filling).rejects.toThrow();
    await returns(before, () => rmSync(filler));
    expect(output.slice(before)).toMatch(/No space left on device|There are 0 MiB left/);
    await end();
    await isAllKept();
  });

  it('once more, with the launcher, leaves nothing that the next start does not take over', async () => {
    const before = postmaster();
    await launcher!.kill();
    process.kill(before, 'SIGKILL');
    // The API notices that it is alone, and gives its port back.
    await vi.waitFor(() => expect(fetch(base)).rejects.toThrow('fetch failed'), PATIENCE);
    output = '';
    const port = new URL(base).port;
    launcher = Program.begin('launcher', { DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'warn' }, [], (text) => {
      output += text;
    });
    await vi.waitFor(() => expect(output).toContain('Press Ctrl-C'), PATIENCE);
    await isAllKept();
    const running = postmaster();
    await launcher.stop();
    expect(() => process.kill(running, 0)).toThrow('ESRCH');
  });
});
