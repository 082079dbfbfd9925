import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** The built API or worker as a child process. */
export class Program {
  private constructor(private readonly child: ChildProcess) {}

  /** @param onOutput gets its output, which is otherwise that of the spec @throws when it ends before it is ready */
  static async start(
    name: 'api' | 'worker',
    environment: Record<string, string>,
    onOutput?: (text: string) => void,
  ): Promise<Program> {
    const path = fileURLToPath(new URL(`../../dist/apps/${name}/src/main.js`, import.meta.url));
    const env = { PATH: process.env.PATH ?? '', LOG_LEVEL: process.env.FAULT_LOG ?? 'silent', ...environment };
    const child = fork(path, {
      env,
      execArgv: [],
      stdio: ['ignore', onOutput ? 'pipe' : 'inherit', onOutput ? 'pipe' : 'inherit', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => onOutput?.(data.toString()));
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('exit', (code) => reject(new Error(`The ${name} ended with ${code} before it was ready.`)));
    });
    return new Program(child);
  }

  get pid(): number {
    return this.child.pid!;
  }

  /** Kills it, as a power cut would, and waits for its end. */
  async kill(): Promise<void> {
    await this.end('SIGKILL');
  }

  /** Stops it with SIGTERM. @throws when it does not end without an error within 10 seconds */
  async stop(): Promise<void> {
    const began = performance.now();
    await this.end('SIGTERM');
    if (this.child.exitCode !== 0) throw new Error(`It ended with ${this.child.exitCode ?? this.child.signalCode}.`);
    if (performance.now() - began > 10_000) throw new Error('It did not end within 10 seconds.');
  }

  /** Kills it without waiting for its end. */
  killNow(): void {
    this.child.kill('SIGKILL');
  }

  private async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const ended = once(this.child, 'exit');
    this.child.kill(signal);
    await ended;
  }
}

/** Runs a built program until it ends by itself. */
export async function runToEnd(
  name: 'api' | 'worker' | 'admin',
  environment: Record<string, string>,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const path = fileURLToPath(new URL(`../../dist/apps/${name}/src/main.js`, import.meta.url));
  const env = { PATH: process.env.PATH ?? '', LOG_LEVEL: 'info', ...environment };
  const child = fork(path, args, { env, execArgv: [], stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (data: Buffer) => {
      output += data.toString();
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}
