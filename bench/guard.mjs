// A short round of bench/items.mjs that CI runs: fails when a call has become dearer by a third beside the hand-written server. It looks
// at CPU per call alone, which other load on the machine moves least.
import { compareItems } from './compared.mjs';

/**
 * What a call of the service may cost, as a multiple of the hand-written server's CPU per call, each with a third on the most that was
 * measured: of a list 1.1 to 1.9, as short runs vary.
 */
const CEILINGS = {
  'register an item': 1.6,
  'register an item with an Idempotency-Key': 1.7,
  'list 10 items': 2.6,
  'read one item': 1.8,
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
