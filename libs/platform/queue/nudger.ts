import { setTimeout as pause } from 'node:timers/promises';
import { SingleFlight } from '#platform/kernel';

/** Nudges within this many milliseconds are one job: a job only says *look now*. */
const QUIET = 5;
/** While commits keep coming, at most one job in this many milliseconds. */
const BUSY = 40;

/** Turns many nudges into few jobs, one at a time, so that a slow or absent queue holds neither requests nor memory. */
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

  /** Resolves when nothing is on its way any more. */
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
