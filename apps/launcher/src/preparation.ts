import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { MALLOC } from '#platform/runtime';

/** The process said why itself. */
export class PreparationFailed extends Error {}

/** Migrates the database and makes the demo, in a process of its own: what that loads is needed once, and its memory goes with it. */
export class Preparation {
  private process: ChildProcess | null = null;
  private isNew: Promise<boolean> | null = null;

  constructor(
    private readonly environment: NodeJS.ProcessEnv,
    private readonly withDemo: boolean,
  ) {}

  /** Lets the process load what it needs, while the database starts. */
  begin(): void {
    const program = fileURLToPath(new URL('./prepare.js', import.meta.url));
    const env = { ...MALLOC, ...this.environment };
    const child = fork(program, this.withDemo ? ['--demo'] : [], { execArgv: [], env });
    this.process = child;
    this.isNew = new Promise((resolve, reject) => {
      let answer: { isNew: boolean } | null = null;
      child.once('message', (message: { isNew: boolean }) => (answer = message));
      child.once('exit', () => (answer ? resolve(answer.isNew) : reject(new PreparationFailed())));
    });
    this.isNew.catch(() => undefined);
  }

  /** @returns whether a demo was made @throws PreparationFailed */
  async run(databaseUrl: string): Promise<boolean> {
    if (this.process === null) this.begin();
    // If the process has ended, `isNew` rejects.
    this.process!.send({ databaseUrl }, () => undefined);
    return this.isNew!;
  }

  /** Ends it at once: an interrupted migration continues at the next start. */
  stop(): void {
    this.process?.kill('SIGKILL');
  }
}
