/** Limits per minute; 0 is off (decisions.md, section 8: RATE_LIMIT and LOGIN_RATE_LIMIT). */
export class CallLimits {
  constructor(
    /** Calls per user or API token. */
    readonly calls: number,
    /** Failed sign-ins per username and per client address. */
    readonly failedSignIns: number,
  ) {}

  /** Refreshes per client address: a hotel's desks share one, and each needs four in an hour. */
  get refreshes(): number {
    return Math.max(10, Math.floor(this.calls / 20));
  }
}
