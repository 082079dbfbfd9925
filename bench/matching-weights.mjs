// Fits the weights of libs/contexts/requests/domain/matching.weights.ts: of all items at a Request's Location, the true one shall be the
// likeliest (conditional logit, by gradient ascent). Prints them, and the ranks on the set they were fitted on and on the judged one.
import { signsOf } from '../dist/libs/contexts/requests/domain/matching.js';
import { WEIGHTS } from '../dist/libs/contexts/requests/domain/matching.weights.js';
import { colorsNamedIn } from '../dist/libs/contexts/requests/read-model/named-colors.js';
import { FITTED, generated, JUDGED } from './matching-set.mjs';

const SIZE = { locations: Array.from({ length: 10 }, (_, n) => `demo:${n}`), items: 5000, requests: 1000 };
const ROUNDS = 200;
const RATE = 3;
/** Keeps weights of rare signs small. */
const DECAY = 0.0005;
const KINDS = Object.keys(WEIGHTS);
const NOBODY = { firstName: null, lastName: null, contactEmail: null, phoneNumber: null };
const NO_NUMBERS = { reservationNumber: null, activityNumber: null, agreementNumber: null };

const day = (text) => text?.slice(0, 10) ?? null;

/** For each Request the signs of every item at its Location, as [index of the weight, share], and which of them is the true one. */
function choices({ items, requests }) {
  const known = items.map((item) => ({
    ...item,
    departuredDate: day(item.departuredDate),
    owner: { ...NOBODY, ...NO_NUMBERS, ...item.owner },
  }));
  return requests.map(({ index, body }) => {
    const colors = [...new Set([...body.colors, ...colorsNamedIn(body.request)])];
    const guest = { phoneNumber: null, ...body.owner };
    const { locationID } = items[index];
    const lost = { ...body, answer: null, locationID, departuredDate: day(body.departuredDate), colors, guest };
    const listed = known.flatMap((item, at) => {
      if (item.locationID !== locationID) return [];
      const signs = signsOf(lost, item);
      return signs ? [{ isTrue: at === index, signs: signs.map(({ kind, share }) => [KINDS.indexOf(kind), share]) }] : [];
    });
    return listed;
  });
}

const sum = (weights, signs) => signs.reduce((total, [kind, share]) => total + weights[kind] * share, 0);

function fittedTo(sets) {
  const weights = KINDS.map((kind) => WEIGHTS[kind]);
  for (let round = 0; round < ROUNDS; round++) {
    const slope = KINDS.map(() => 0);
    for (const set of sets) {
      if (!set.some(({ isTrue }) => isTrue)) continue;
      const odds = set.map(({ signs }) => Math.exp(sum(weights, signs)));
      const all = odds.reduce((one, other) => one + other, 0);
      for (const [at, { isTrue, signs }] of set.entries()) {
        const missed = (isTrue ? 1 : 0) - odds[at] / all;
        for (const [kind, share] of signs) slope[kind] += missed * share;
      }
    }
    for (const kind of KINDS.keys()) weights[kind] += RATE * (slope[kind] / sets.length - DECAY * weights[kind]);
  }
  return weights;
}

function judged(weights, sets) {
  const ranks = sets.map((set) => {
    const right = set.find(({ isTrue }) => isTrue);
    return right ? set.filter(({ signs }) => sum(weights, signs) > sum(weights, right.signs)).length : Number.POSITIVE_INFINITY;
  });
  const share = (most) => `${((100 * ranks.filter((rank) => rank < most).length) / ranks.length).toFixed(1)} %`;
  return { first: share(1), 'first five': share(5) };
}

const fitted = choices(generated(FITTED, 2026, SIZE));
const other = choices(generated(JUDGED, 1907, SIZE));
const before = KINDS.map((kind) => WEIGHTS[kind]);
const after = fittedTo(fitted);
console.log(Object.fromEntries(KINDS.map((kind, at) => [kind, Number(after[at].toFixed(2))])));
console.table({
  'fitted set, present weights': judged(before, fitted),
  'judged set, present weights': judged(before, other),
  'fitted set, fitted weights': judged(after, fitted),
  'judged set, fitted weights': judged(after, other),
});
