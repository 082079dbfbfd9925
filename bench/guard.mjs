// A short form of bench/items.mjs that CI runs: fails when a call has become too dear beside the hand-written server. It looks at CPU
// per call alone, by the cheapest round of each side: what else the machine does only makes one dearer. A call that is too dear gets more
// rounds, behind all others: what is dear by itself stays so.
import { compareItems } from './compared.mjs';

/** CPU per call as a multiple of the hand-written server's: a seventh over the worst run, by the cheapest rounds (docs/performance.md). */
const CEILINGS = {
  'register an item': 0.85,
  'register an item with an Idempotency-Key': 0.82,
  'list 10 items': 0.38,
  'read one item': 0.81,
  'read any item': 0.81,
  'change a field of an item': 0.96,
};
/** Rounds of a second, and how often a call gets so many. */
const [ROUNDS, TIMES] = [6, 3];

const ratioOf = (columns) => 1 / columns['cpu, least'];
const isDear = ([name, columns]) => ratioOf(columns) > CEILINGS[name];

let times = 1;
function again(table) {
  const dear = Object.entries(table)
    .filter(isDear)
    .map(([name]) => name);
  if (dear.length === 0 || times++ === TIMES) return [];
  console.log(`More rounds of ${dear.join(', ')}`);
  return dear;
}

const table = await compareItems({ rounds: ROUNDS, seconds: 1, again });
const calls = Object.entries(table);
for (const call of calls) {
  const [name, columns] = call;
  const ratio = ratioOf(columns).toFixed(2);
  console.log(
    `${isDear(call) ? '✗' : '✓'} ${name}: ${ratio} times the CPU of a hand-written server, of at most ${CEILINGS[name]}`,
  );
}
const failed = calls.filter(isDear).length;
console.log(`CPU per call: ${calls.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
