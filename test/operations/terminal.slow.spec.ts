import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { freePort } from '../support/free-port.js';

it('npm start in a terminal, as whoever tries it first has one: its lines are for reading, and Ctrl-C ends it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'terminal-'));
  // PostgreSQL runs as an account of its own when the service is started by root.
  chmodSync(folder, 0o755);
  const command = `exec "${process.execPath}" dist/apps/launcher/src/main.js`;
  const env = {
    PATH: process.env.PATH,
    TMPDIR: process.env.TMPDIR,
    TERM: 'xterm',
    DATA_DIR: folder,
    PORT: `${await freePort()}`,
  };
  const terminal = spawn('script', ['-qefc', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    let output = '';
    terminal.stdout.on('data', (text) => {
      output += text;
    });
    const isThere = () =>
      expect([terminal.exitCode, output]).toEqual([null, expect.stringContaining('Press Ctrl-C to stop it.')]);
    await vi.waitFor(isThere, { timeout: 300_000, interval: 100 });
    expect(output).toMatch(/\[\d\d:\d\d:\d\d\.\d{3}\].*INFO.*The API is listening/);
    expect(output).not.toContain('{"level"');
    const ended = once(terminal, 'close');
    terminal.stdin.write('\x03');
    expect(await ended).toEqual([0, null]);
  } finally {
    terminal.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});
