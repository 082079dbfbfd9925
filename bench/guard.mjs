// A short round of bench/items.mjs that CI runs: fails when a call has become too dear beside the hand-written server. It looks
// at CPU per call alone, which other load on the machine moves least.
import { compareItems } from './compared.mjs';

/** CPU per call as a multiple of the hand-written server's: what is dearer than that server, or close to it, has lost what was gained. */
const CEILINGS = {
  'register an item': 1.05,
  'register an item with an Idempotency-Key': 1.1,
  'list 10 items': 1,
  'read one item': 1,
  'read any item': 1,
  'change a field of an item': 1,
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
