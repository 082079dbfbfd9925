// Registering, listing and reading items, compared with a hand-written server (bench/compared.mjs). API_PROCESSES sets the number of the
// service's processes.
import { CONNECTIONS, compareItems } from './compared.mjs';
import { LOAD } from './load.mjs';

const rounds = Number(process.env.BENCH_ROUNDS ?? 5);
const seconds = Number(process.env.BENCH_SECONDS ?? 5);
const table = await compareItems({ rounds, seconds });
console.log(
  `${rounds} rounds of ${seconds} s by ${LOAD}, ${CONNECTIONS} connections; calls a second, and ms of CPU per call in the process + in ` +
    `PostgreSQL (medians); "cpu" is what the hand-written server's call costs of the service's, "least" by the cheapest round of each; ` +
    `Node ${process.version}`,
);
console.table(table);
