type Expire = () => void;

/** A place for a timeout: that of another one, once this one has ended. */
export interface Timeout {
  /** By `performance.now()`. */
  at: number;
  expire: Expire | null;
}

/** How late a timeout may be, as a part of its length; and in milliseconds at most. */
const [PART, LATE] = [1 / 40, 250];

/**
 * Timeouts of one length that are cheap to begin and to end, with one timer for all. With a timer of Node's, or another object, for each
 * call, V8 moved most of what the call had allocated to old memory, though the timer had been cleared: a third of the CPU of a listing. The
 * objects are therefore few, and used again (docs/adr/0023-connections-to-postgresql.md).
 */
export class Timeouts {
  private readonly all: Timeout[] = [];
  private readonly free: Timeout[] = [];
  private timer: NodeJS.Timeout | undefined;

  /** @param length in milliseconds; a timeout is up to 250 of them late, or a fortieth of a short one */
  constructor(private readonly length: number) {}

  /** Calls the function when the time is over, unless it is ended before. It keeps no process from ending. */
  begin(expire: Expire): Timeout {
    const timeout = this.free.pop() ?? this.another();
    timeout.at = performance.now() + this.length;
    timeout.expire = expire;
    this.timer ??= setInterval(() => this.look(), Math.min(LATE, this.length * PART)).unref();
    return timeout;
  }

  /** @param expire what it was begun with: one that has ended already is not taken for another */
  end(timeout: Timeout, expire: Expire): void {
    if (timeout.expire !== expire) return;
    timeout.expire = null;
    this.free.push(timeout);
  }

  private another(): Timeout {
    const timeout: Timeout = { at: 0, expire: null };
    this.all.push(timeout);
    return timeout;
  }

  private look(): void {
    const now = performance.now();
    for (const timeout of this.all) {
      const { at, expire } = timeout;
      if (expire === null || at > now) continue;
      this.end(timeout, expire);
      expire();
    }
    if (this.free.length < this.all.length) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }
}
