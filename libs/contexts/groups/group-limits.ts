import { type RawBuilder, sql } from 'kysely';

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

/** Whether one more is within a limit, as an expression. @param held a query that counts those there are */
export function isBelow(most: number, held: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(${most}::int = 0 or (${held}) < ${most}::int)`;
}
