/**
 * The fields of `wanted` that differ from `stored`. Values are plain JSON; nested objects are compared and returned
 * whole. Undefined fields keep their value (decisions.md, section 1).
 */
export function changesOf<Record extends object>(stored: Record, wanted: Partial<Record>): Partial<Record> {
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(stored[field as keyof Record]),
  );
  return Object.fromEntries(changed) as Partial<Record>;
}
