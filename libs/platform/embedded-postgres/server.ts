import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, readSync, statfsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { Account } from './account.js';
import { EmbeddedPostgresError } from './binaries.js';

/** Milliseconds between two looks. */
const LOOK_AGAIN = 25;
/** Milliseconds within which the processes that a killed server left see that it is gone. */
const LEFT_BEHIND = 60_000;
/** Bytes; PostgreSQL makes files of 16 MiB. */
const FULL = 2 ** 25;
/** The end of the log that is read at most. */
const LAST = 20_000;

/** The process of a server: a child of this one, in a session of its own, so that a terminal's Ctrl-C does not reach it. */
export class Server {
  /** Resolves with what it said last when it has ended. */
  ended: Promise<string> = Promise.resolve('');
  private readonly data: string;
  private readonly log: string;
  private child: ChildProcess | null = null;
  private stopping = false;

  constructor(
    private readonly account: Account,
    private readonly program: string,
    private readonly folder: string,
    private readonly flags: readonly string[],
  ) {
    this.data = join(folder, 'data');
    this.log = join(folder, 'server.log');
  }

  /** Returns when it takes connections. @throws EmbeddedPostgresError with what it said when it ends before */
  async start(): Promise<void> {
    for (const began = performance.now(); ; await pause(10 * LOOK_AGAIN)) {
      const said = await this.begin();
      if (said === null) return;
      // The processes of a server that was killed end by themselves.
      if (/is still in use/.test(said) && !this.stopping && performance.now() - began < LEFT_BEHIND) continue;
      throw new EmbeddedPostgresError(`The embedded PostgreSQL did not start; see ${this.log}. ${said}`);
    }
  }

  /** Stops it cleanly, also where it has only begun; from now on it is not started again. */
  async stop(): Promise<void> {
    this.stopping = true;
    // A process that does nothing else would end before it.
    this.child?.ref();
    this.child?.kill('SIGINT');
    await this.ended;
  }

  /** @returns null when it takes connections, else what it said */
  private async begin(): Promise<string | null> {
    const log = openSync(this.log, 'a', 0o600);
    this.account.takeOwnership(this.log);
    const from = statSync(this.log).size;
    const [command, ...rest] = [...this.account.prefix, this.program, '-D', this.data, ...this.flags] as [string, ...string[]];
    // Not the caller's working directory: the account may have no access to it.
    const options = { cwd: '/', env: { ...process.env, LC_ALL: 'C' }, detached: true, windowsHide: true };
    const child = spawn(command, rest, { ...options, stdio: ['ignore', log, log] });
    closeSync(log);
    child.unref();
    this.child = child;
    let said: string | null = null;
    this.ended = new Promise((resolve) => {
      const end = (how: string) => {
        said = [how, this.said(from)].filter(Boolean).join('\n');
        resolve(said);
      };
      child.once('exit', (code, signal) => end(signal ? `It was ended by ${signal}.` : `Its exit code was ${code}.`));
      child.once('error', ({ message }) => end(message));
    });
    while (said === null && !this.takesConnections(child.pid)) await pause(LOOK_AGAIN);
    return said;
  }

  /** Whether the server with this process ID has written that it does. */
  private takesConnections(pid: number | undefined): boolean {
    const file = join(this.data, 'postmaster.pid');
    if (!existsSync(file)) return false;
    const lines = readFileSync(file, 'utf8').split('\n');
    return Number(lines[0]) === pid && lines[7]?.trim() === 'ready';
  }

  /** Why it ended, as far as it said: on a full disk it may not even have been able to. */
  private said(from: number): string {
    const { bavail, bsize } = statfsSync(this.folder);
    const space =
      bavail * bsize < FULL
        ? [`There are ${Math.round((bavail * bsize) / 2 ** 20)} MiB left on the disk of ${this.folder}.`]
        : [];
    const lines = this.logged(from).split('\n').filter(Boolean);
    const reasons = lines.filter((line) => /\b(?:FATAL|PANIC):/.test(line));
    return [...(reasons.length > 0 ? reasons.slice(-2) : lines.slice(-3)), ...space].join('\n');
  }

  private logged(from: number): string {
    const [start, size] = [Math.max(from, statSync(this.log).size - LAST), statSync(this.log).size];
    const bytes = Buffer.alloc(size - start);
    const log = openSync(this.log, 'r');
    readSync(log, bytes, 0, bytes.length, start);
    closeSync(log);
    return bytes.toString();
  }
}
