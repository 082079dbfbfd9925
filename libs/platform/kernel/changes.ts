/**
 * The fields that `wanted` names and gives another value than `stored` has. Values are plain JSON; nested objects come
 * whole. Fields that are undefined keep their value (decisions.md, section 1).
 */
export function changesOf<Record extends object>(stored: Record, wanted: Partial<Record>): Partial<Record> {
  const changed = Object.entries(wanted).filter(
    ([field, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(stored[field as keyof Record]),
  );
  return Object.fromEntries(changed) as Partial<Record>;
}
