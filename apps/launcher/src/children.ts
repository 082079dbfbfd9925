import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { TOLD_LATER } from '#platform/process';
import { MALLOC, NODE_FLAGS } from '#platform/runtime';
import { Pauses } from './pauses.js';

/** Milliseconds. A start takes some 3 s of CPU: long enough for a machine that does ten other things, as after a reboot. */
const READY_WITHIN = 120_000;
/** Milliseconds; leaves PostgreSQL 2 of the 10 seconds within which everything must have stopped. */
const STOP_WITHIN = 8_000;

/** The API or the worker as a child process, restarted when it ends unexpectedly. */
export class Child {
  private process: ChildProcess | null = null;
  private databaseUrl = TOLD_LATER;
  private stopping = false;
  private readonly pauses = new Pauses();

  constructor(
    private readonly name: 'api' | 'worker',
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Lets it load its program, while its database starts. */
  load(): void {
    this.fork();
  }

  /** Starts it and waits until it is ready. @throws when it ends before that */
  async start(databaseUrl: string): Promise<void> {
    const child = this.process!;
    this.databaseUrl = databaseUrl;
    await new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`The ${this.name} was not ready within ${READY_WITHIN / 1000} s.`)),
        READY_WITHIN,
      );
      child.once('message', () => resolve());
      const ended = () => reject(new Error(`The ${this.name} could not start; see its error message above.`));
      child.once('exit', ended);
      child.once('message', () => clearTimeout(late)).once('exit', () => clearTimeout(late));
      // Also where it has ended while it loaded.
      child.send({ databaseUrl }, (error) => error && ended());
    });
    child.on('exit', (code, signal) => this.restart(code, signal));
  }

  /** Lets it finish its work in progress; kills it when that takes too long. */
  async stop(): Promise<void> {
    this.stopping = true;
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise<void>((resolve) => {
      const kill = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
      child.once('exit', () => {
        clearTimeout(kill);
        resolve();
      });
      child.kill('SIGTERM');
    });
  }

  kill(): void {
    this.stopping = true;
    this.process?.kill('SIGKILL');
  }

  private fork(): ChildProcess {
    const path = fileURLToPath(new URL(`../../${this.name}/src/main.js`, import.meta.url));
    this.process = fork(path, {
      execArgv: [...NODE_FLAGS[this.name]],
      env: { ...MALLOC, ...this.environment, DATABASE_URL: this.databaseUrl },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    return this.process;
  }

  private restart(code: number | null, signal: string | null): void {
    if (this.stopping) return;
    const pause = this.pauses.next();
    console.error(`The ${this.name} ended (${signal ?? `exit code ${code}`}); restarting it in ${pause / 1000} s.`);
    setTimeout(() => {
      if (this.stopping) return;
      const child = this.fork();
      child.once('message', () => this.pauses.begin());
      child.on('exit', (next, by) => this.restart(next, by));
    }, pause);
  }
}
