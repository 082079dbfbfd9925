const HOUR = 60 * 60 * 1000;

/** How long a link to set a password is good (decisions.md, section 11), in milliseconds. */
export const INVITATION_LIFETIME = 7 * 24 * HOUR;
export const RESET_LIFETIME = HOUR;

/** When a link that is sent now ends. @param now ISO 8601 */
export function endOf(lifetime: number, now: string): string {
  return new Date(Date.parse(now) + lifetime).toISOString();
}
