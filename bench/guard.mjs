// A short round of bench/items.mjs that CI runs: fails when a call has become too dear beside the hand-written server. It looks
// at CPU per call alone, which other load on the machine moves least.
import { compareItems } from './compared.mjs';

/** CPU per call as a multiple of the hand-written server's: a tenth over the worst of ten runs and one of CI (docs/performance.md). */
const CEILINGS = {
  'register an item': 0.85,
  'register an item with an Idempotency-Key': 0.97,
  'list 10 items': 0.62,
  'read one item': 0.71,
  'read any item': 0.68,
  'change a field of an item': 0.99,
};

const table = await compareItems({ rounds: 3, seconds: 2 });
let failed = 0;
for (const [name, { cpu }] of Object.entries(table)) {
  const ratio = 1 / cpu;
  const isDear = ratio > CEILINGS[name];
  if (isDear) failed += 1;
  console.log(
    `${isDear ? '✗' : '✓'} ${name}: ${ratio.toFixed(2)} times the CPU of a hand-written server, of at most ${CEILINGS[name]}`,
  );
}
console.log(`CPU per call: ${Object.keys(table).length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
