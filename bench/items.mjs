// Registering, listing, reading and changing items, compared with three hand-written servers (compared.mjs). API_PROCESSES sets the number
// of the service's processes.
import { CONNECTIONS, compareItems, costOf, least, middle } from './compared.mjs';
import { LOAD } from './load.mjs';

const PEERS = ['rows', 'promises', 'cte'];
const [rounds, seconds] = [Number(process.env.BENCH_ROUNDS ?? 5), Number(process.env.BENCH_SECONDS ?? 5)];
const registered = Number(process.env.BENCH_ITEMS ?? 20_000);

const measured = await compareItems({ rounds, seconds, peers: PEERS, registered, lead: 1 });
const each = (columnsOf) => Object.fromEntries(Object.entries(measured).map(([name, found]) => [name, columnsOf(found)]));
const milliseconds = (found, side) =>
  `${middle(found, ({ [side]: at }) => at.own)} + ${middle(found, ({ [side]: at }) => at.database)}`;

console.log(
  `${rounds} rounds of ${seconds} s by ${LOAD}, ${CONNECTIONS} connections, any of ${registered} items; Node ${process.version}. ` +
    'Calls a second, and ms of CPU per call in the process + in PostgreSQL (medians); × is what the call of that server costs of the ' +
    'service’s, by the median of rounds and by the cheapest of each',
);
console.table(
  each((found) => ({
    'service/s': middle(found, ({ service }) => service.rate, 0),
    p99: middle(found, ({ service }) => service.p99, 0),
    service: milliseconds(found, 'service'),
    ...Object.fromEntries(
      PEERS.flatMap((name) => [
        [name, milliseconds(found, name)],
        [`× ${name}`, middle(found, ({ service, [name]: peer }) => costOf(peer) / costOf(service))],
        [`least × ${name}`, Number((least(found, name) / least(found, 'service')).toFixed(2))],
      ]),
    ),
  })),
);
console.log('Bytes of WAL per call, of the round with the fewest: full pages after a checkpoint come on top');
const ofWAL = (found) => ['service', ...PEERS].map((name) => [name, Math.round(least(found, name, ({ bytes }) => bytes))]);
console.table(each((found) => Object.fromEntries(ofWAL(found))));
