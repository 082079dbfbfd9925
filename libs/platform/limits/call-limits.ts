/** How much a client may do in a minute; 0 is off (decisions.md, section 8: RATE_LIMIT and LOGIN_RATE_LIMIT). */
export class CallLimits {
  constructor(
    /** Calls for each token. */
    readonly calls: number,
    /** Failed sign-ins for each name and for each address. */
    readonly failedSignIns: number,
  ) {}
}
