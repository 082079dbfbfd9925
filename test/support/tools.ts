/**
 * Whether a program that only some stories need is on this machine. Where it is not, they are left out with a word why; with
 * REQUIRE_TOOLS=true, as CI runs them after installing all, its absence is an error instead.
 */
export function installed(found: boolean, otherwise: string): boolean {
  if (!found && process.env.REQUIRE_TOOLS === 'true') throw new Error(otherwise);
  if (!found) console.warn(otherwise);
  return found;
}
