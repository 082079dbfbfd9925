/** Work that runs as long as the process: between `begins` and `rests` something is under way. */
export class Loop {
  /** Milliseconds since the work under way began, by the ticks of the watchdog; null when it rests. */
  private age: number | null = null;

  /** @param bound milliseconds that one round may take */
  constructor(
    readonly name: string,
    private readonly bound: number,
  ) {}

  /** A round begins; one that was under way has ended. */
  begins(): void {
    this.age = 0;
  }

  /** Nothing is under way. */
  rests(): void {
    this.age = null;
  }

  /** Runs one round of work. */
  async round<T>(work: () => Promise<T>): Promise<T> {
    this.begins();
    try {
      return await work();
    } finally {
      this.rests();
    }
  }

  /** Tells that so much time has passed. */
  tick(milliseconds: number): void {
    if (this.age !== null) this.age += milliseconds;
  }

  /** Milliseconds since the work under way began; 0 when it rests. */
  get standing(): number {
    return this.age ?? 0;
  }

  get isStalled(): boolean {
    return this.standing > this.bound;
  }

  /** Half of its bound is over: the process is likely to be ended soon. */
  get isLate(): boolean {
    return this.standing > this.bound / 2;
  }
}
