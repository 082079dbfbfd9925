import { Clock } from '#platform/kernel';

const DAY = 24 * 60 * 60 * 1000;

/** A clock that a spec can move forward. */
export class MovableClock extends Clock {
  private ahead = 0;

  forward(days: number): void {
    this.ahead += days * DAY;
  }

  override get offset(): number {
    return this.ahead;
  }
}
