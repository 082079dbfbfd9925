/**
 * Whether a program that only some specs need is on this machine. If not, those specs are skipped with a warning; with
 * REQUIRE_TOOLS=true, which CI sets after installing everything, a missing program is an error instead.
 */
export function installed(found: boolean, otherwise: string): boolean {
  if (!found && process.env.REQUIRE_TOOLS === 'true') throw new Error(otherwise);
  if (!found) console.warn(otherwise);
  return found;
}
