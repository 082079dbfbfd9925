// A short form of bench/items.mjs that CI runs: fails when a call has become too dear beside the plain hand-written server, or a write has
// more of the write-ahead log. It looks at the cheapest round of each side alone: what else the machine does only makes one dearer. A call
// that is too dear gets more rounds, of a new process and behind all others: what is dear by itself stays so. Calls that read come in
// bursts: of 32 callers some three met at a time on a machine that sends slowly, and an item that is read alone takes twice the CPU.
import { CONNECTIONS, compareItems, least } from './compared.mjs';
import { bursts } from './load.mjs';

/**
 * CPU per call as a multiple of the hand-written server's, a seventh over the worst run (of single items a quarter), and bytes of WAL per
 * write, a tenth over it (docs/performance.md).
 */
const CEILINGS = {
  'register an item': { cpu: 0.85, wal: 7_250 },
  'register an item with an Idempotency-Key': { cpu: 0.93, wal: 7_750 },
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

/** The CPU per call of each round in ms, of the process + of PostgreSQL. */
function detailsOf(rounds) {
  const side = (name) => rounds.map(({ [name]: { own, database } }) => `${own.toFixed(3)} + ${database.toFixed(3)}`).join(', ');
  return `  service ${side('service')}; rows ${side('rows')}`;
}

const IN_WORDS = {
  cpu: ({ cost, most }) => `${cost.toFixed(2)} times the CPU of a hand-written server, of at most ${most}`,
  wal: ({ cost, most }) => `${cost.toFixed(0)} bytes of WAL, of at most ${most}`,
};

const reading = (request) => bursts({ ...request, size: CONNECTIONS });
const measured = await compareItems({ rounds: ROUNDS, seconds: 1, peers: ['rows'], registered: 2_000, reading, again });
const calls = Object.entries(measured);
for (const call of calls) {
  const [name, rounds] = call;
  const words = costsOf(name, rounds).map((one) => IN_WORDS[one.unit](one));
  console.log(`${isDear(call) ? '✗' : '✓'} ${name}: ${words.join('; ')}`);
  if (isDear(call)) console.log(detailsOf(rounds));
}
const failed = calls.filter(isDear).length;
console.log(`CPU and WAL per call: ${calls.length - failed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
