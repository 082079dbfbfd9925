import { setTimeout as pause } from 'node:timers/promises';
import { SingleFlight } from '#platform/concurrency';

/** Nudges within this many milliseconds become one job, as a job only says *look now*. */
const QUIET = 5;
/** While commits keep coming, at most one job in this many milliseconds. */
const BUSY = 40;

/** Turns many nudges into few jobs, added one at a time, so that a slow or unavailable queue neither delays requests nor uses memory. */
export class Nudger {
  private wanted = false;
  private readonly flight = new SingleFlight(() => this.run());

  constructor(
    private readonly add: () => Promise<void>,
    private readonly report: (problem: unknown) => void,
  ) {}

  nudge(): void {
    this.wanted = true;
    void this.flight.run();
  }

  /** Resolves when no job is being added any more. */
  async settled(): Promise<void> {
    await this.flight.current;
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
