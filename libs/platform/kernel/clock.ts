/** The service's time. `CLOCK_OFFSET` moves it, so that expiry can be tested on a running service. */
export class Clock {
  /** @param offset milliseconds added to the machine's time */
  constructor(private readonly moved = 0) {}

  /** Milliseconds between the machine's time and the service's. */
  get offset(): number {
    return this.moved;
  }

  now(): Date {
    return new Date(Date.now() + this.offset);
  }
}
