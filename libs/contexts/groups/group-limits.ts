/** How many of each a Group may have at most, so that no Group can make the service slow for others; 0 is off. */
export class GroupLimits {
  readonly locations: number = 10_000;
  readonly regions: number = 1_000;
  readonly users: number = 10_000;
  /** API tokens that are not revoked. */
  readonly tokens: number = 100;
  /** Webhook endpoints beside the one configuration (decisions.md, section 10). */
  readonly webhookEndpoints: number = 20;

  constructor(changed: Partial<GroupLimits> = {}) {
    Object.assign(this, changed);
  }
}
