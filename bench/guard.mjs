// A short form of bench/items.mjs that CI runs: fails when a call has become too dear beside the plain hand-written server, or a write has
// more of the write-ahead log. It looks at the cheapest round of each side alone: what else the machine does only makes one dearer. A call
// that is too dear gets more rounds, behind all others: what is dear by itself stays so.
import { compareItems, least } from './compared.mjs';

/**
 * CPU per call as a multiple of the hand-written server's, a seventh over the worst run, and bytes of WAL per write, a tenth over it
 * (docs/performance.md).
 */
const CEILINGS = {
  'register an item': { cpu: 0.85, wal: 7_250 },
  'register an item with an Idempotency-Key': { cpu: 0.82, wal: 7_750 },
  'list 10 items': { cpu: 0.38 },
  'read one item': { cpu: 0.81 },
  'read any item': { cpu: 0.81 },
  'change a field of an item': { cpu: 0.96, wal: 4_500 },
};
/** Rounds of a second, and how often a call gets so many. */
const [ROUNDS, TIMES] = [2, 8];

/** The costs of a call by its rounds so far, of the units that it has a ceiling for. */
function costsOf(name, rounds) {
  const costs = {
    cpu: least(rounds, 'service') / least(rounds, 'rows'),
    wal: least(rounds, 'service', ({ bytes }) => bytes),
  };
  return Object.entries(CEILINGS[name]).map(([unit, most]) => ({ unit, most, cost: costs[unit], isDear: costs[unit] > most }));
}
const isDear = ([name, rounds]) => costsOf(name, rounds).some((one) => one.isDear);

let times = 1;
function again(measured) {
  const dear = Object.entries(measured)
    .filter(isDear)
    .map(([name]) => name);
  if (dear.length === 0 || times++ === TIMES) return [];
  console.log(`More rounds of ${dear.join(', ')}`);
  return dear;
}

const IN_WORDS = {
  cpu: ({ cost, most }) => `${cost.toFixed(2)} times the CPU of a hand-written server, of at most ${most}`,
  wal: ({ cost, most }) => `${cost.toFixed(0)} bytes of WAL, of at most ${most}`,
};

const calls = Object.entries(await compareItems({ rounds: ROUNDS, seconds: 1, peers: ['rows'], registered: 2_000, again }));
for (const call of calls) {
  const [name, rounds] = call;
  const words = costsOf(name, rounds).map((one) => IN_WORDS[one.unit](one));
  console.log(`${isDear(call) ? '✗' : '✓'} ${name}: ${words.join('; ')}`);
}
const failed = calls.filter(isDear).length;
console.log(`CPU and WAL per call: ${calls.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
