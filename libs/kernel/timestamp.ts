/** A moment as records show it: `YYYY-MM-DD HH:MM:SS.mmm`, UTC (api-v2.md, What the service does). */
export function recordTimestamp(moment: Date | string): string {
  const date = typeof moment === 'string' ? new Date(moment) : moment;
  return date.toISOString().replace('T', ' ').slice(0, 23);
}

/** The same for a moment that may be unknown. */
export function optionalTimestamp(moment: Date | string | null): string | null {
  return moment === null ? null : recordTimestamp(moment);
}
