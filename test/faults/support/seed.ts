/** Drawn and printed by vitest.faults.config.ts, the same in every spec of a run. */
let state = Number(process.env.FAULT_SEED) >>> 0;

/** A number from 0 to 1 that follows from the seed (mulberry32). */
export function chance(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let mixed = Math.imul(state ^ (state >>> 15), state | 1);
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
}

/** Milliseconds between the two, drawn from the seed. */
export function between(least: number, most: number): number {
  return Math.round(least + chance() * (most - least));
}
