import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MALLOC, NODE_FLAGS } from '#platform/runtime';

type Name = 'api' | 'worker' | 'admin' | 'launcher';
type Output = (text: string) => void;

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Keeps what V8 made of the service's modules for the next process of the run. */
const COMPILED = join(tmpdir(), 'node-compile-cache');

/**
 * A built program as a child process, with the flags that the launcher gives it.
 * @param onOutput gets its output
 * @param script `run` is made of the modules in dist/libs, of which a spec may change one
 */
function forked(
  name: Name,
  env: Record<string, string>,
  args: readonly string[],
  onOutput: Output,
  { folder = ROOT, script = 'main' }: { folder?: string | undefined; script?: 'main' | 'run' | undefined } = {},
): ChildProcess {
  const path = join(folder, `dist/apps/${name}/src/${script}.js`);
  const child = fork(path, args, {
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILED, ...MALLOC, ...env },
    execArgv: name === 'api' || name === 'worker' ? [...NODE_FLAGS[name]] : [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  for (const stream of [child.stdout, child.stderr]) stream!.on('data', (data: Buffer) => onOutput(data.toString()));
  return child;
}

/** A program of the service as a child process. */
export class Program {
  private constructor(private readonly child: ChildProcess) {}

  /**
   * The API or a worker.
   * @param onOutput gets its output, which is otherwise that of the spec
   * @param folder of another release
   * @throws when it ends before it is ready, with what it said
   */
  static async start(
    name: 'api' | 'worker',
    environment: Record<string, string>,
    onOutput: Output = (text) => process.stdout.write(text),
    folder?: string,
  ): Promise<Program> {
    let said: string | null = '';
    const hear = (text: string) => {
      if (said !== null) said += text;
      onOutput(text);
    };
    const child = forked(name, { LOG_LEVEL: process.env.FAULT_LOG ?? 'fatal', ...environment }, [], hear, { folder });
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve());
      child.once('close', (code, signal) =>
        reject(new Error(`The ${name} ended with ${code ?? signal} before it was ready. It said:\n${said}`)),
      );
    });
    said = null;
    return new Program(child);
  }

  /** One that does not say when it is ready. */
  static begin(name: Name, environment: Record<string, string>, args: readonly string[], onOutput: Output): Program {
    return new Program(forked(name, environment, args, onOutput));
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

/** Runs a built program until it ends by itself. @param script as `forked` has it */
export async function runToEnd(
  name: Name,
  environment: Record<string, string>,
  args: readonly string[],
  script?: 'run',
): Promise<{ code: number | null; output: string }> {
  let output = '';
  const child = forked(
    name,
    { LOG_LEVEL: 'info', ...environment },
    args,
    (text) => {
      output += text;
    },
    { script },
  );
  const [code] = await once(child, 'close');
  return { code, output };
}
