/** Limits per minute; 0 is off (decisions.md, section 8: RATE_LIMIT and LOGIN_RATE_LIMIT). */
export class CallLimits {
  constructor(
    /** Calls per token. */
    readonly calls: number,
    /** Failed sign-ins per username and per client address. */
    readonly failedSignIns: number,
  ) {}
}
