import { setTimeout as pause } from 'node:timers/promises';

/** Nudges within this many milliseconds are one job: a job only says *look now*. */
const QUIET = 5;
/** While commits keep coming, at most one job in this many milliseconds. */
const BUSY = 40;

/** Turns many nudges into few jobs, one at a time, so that a slow or absent queue holds neither requests nor memory. */
export class Nudger {
  private wanted = false;
  private running: Promise<void> | null = null;

  constructor(
    private readonly add: () => Promise<void>,
    private readonly report: (problem: unknown) => void,
  ) {}

  nudge(): void {
    this.wanted = true;
    this.running ??= this.run().finally(() => {
      this.running = null;
    });
  }

  /** Resolves when nothing is on its way any more. */
  async settled(): Promise<void> {
    await this.running;
  }

  private async run(): Promise<void> {
    await pause(QUIET);
    while (this.wanted) {
      this.wanted = false;
      await this.add().catch(this.report);
      await pause(BUSY);
    }
  }
}
