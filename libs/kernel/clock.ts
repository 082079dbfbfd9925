/** The service's time. `CLOCK_OFFSET` moves it, so that expiry can be tried out from outside. */
export class Clock {
  /** @param offset milliseconds added to the machine's time */
  constructor(readonly offset = 0) {}

  now(): Date {
    return new Date(Date.now() + this.offset);
  }
}
