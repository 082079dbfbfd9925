import fc, { type Arbitrary } from 'fast-check';

/** JSON as it is written, for what `JSON.stringify` would never write: huge numbers, lone surrogates, bottomless nesting. */
export class Raw {
  constructor(readonly text: string) {}
}

const raw = (...texts: string[]) => texts.map((text) => new Raw(text));

/** Values that break careless code: each is sent where another value was expected. */
const VALUES: readonly unknown[] = [
  ...raw('1e400', '-1e400', '1e-400', '9223372036854775808', '-9223372036854775809', '2147483648', '-0', '0.1', '1E2'),
  ...raw('"\\u0000"', '"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"\\ufeff"', '"\\u202e\\u200b"'),
  ...raw('['.repeat(20_000) + ']'.repeat(20_000), `${'{"owner":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
  ...raw('{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}', '{"toJSON":1,"toString":1}'),
  ...raw('"2026-02-30 00:00:00"', '"0000-00-00 00:00:00"', '"9999-12-31 23:59:59"', '"-00001-01-01T00:00:00.000Z"'),
  ...raw('"0000-01-01 00:00:00"', '"2026-11-20T24:00:00"', '"2026-11-20 11:00:60"', '"2026-11-20T11:00:00+02:00"'),
  ...['__proto__', 'constructor', 'hasOwnProperty', "' OR 1=1 --", '%00', '../../etc/passwd', '$1', '\\', '{{7*7}}', 'NaN', '1'],
  ...[
    'demo:0',
    'demo:99999999999',
    'other:1',
    'DEMO:1',
    'demo:1 ',
    'İstanbul',
    '👩‍👩‍👧‍👦',
    'ﷺ'.repeat(300),
    'a'.repeat(256),
    'x'.repeat(70_000),
  ],
  ...['http://', 'http://[', 'javascript:alert(1)', 'http://a@b:99999/x.jpg', 'a@b', '@', 'a@example.com,,', '+', '+999', '+31 '],
  ...['', ' ', '\t\n', null, true, false, 0, -1, 1.5, 2 ** 31 - 1, 2 ** 53, [], {}, [[]], [null], [{}]],
  Array.from({ length: 5_000 }, () => 'black'),
  Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`field${n}`, n])),
];

export const hostileValue: Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'ID',
  'status',
  'group',
  '',
  ' item',
  'item\u0000',
  'a.b',
  '0',
  '$where',
];

const hostileKey = fc.oneof(fc.constantFrom(...KEYS), fc.string({ unit: 'binary', maxLength: 20 }));

/** What is done to a good value somewhere inside it; `at` picks the place. */
interface Mutation {
  at: number;
  kind: 'replace' | 'remove' | 'add' | 'repeat';
  key: string;
  value: unknown;
}

const mutation: Arbitrary<Mutation> = fc.record({
  at: fc.nat(1_000),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'repeat' as const),
  key: hostileKey,
  value: hostileValue,
});

/** The value as JSON text, as it is half of the time, else with something wrong in it. */
export function mutated(value: Arbitrary<unknown>): Arbitrary<string> {
  const mutations = fc.oneof(
    { weight: 5, arbitrary: fc.constant<Mutation[]>([]) },
    { weight: 5, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 2 }) },
  );
  return fc.tuple(value, mutations).map(([good, all]) => written(good, all));
}

/** An object as its members, so that a key may stand in it twice and `__proto__` is a key like others. */
class Members {
  constructor(readonly pairs: [string, unknown][]) {}
}

function membersOf(value: unknown, places: (unknown[] | Members)[]): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Raw) return value;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    places.push(copy);
    copy.push(...value.map((one) => membersOf(one, places)));
    return copy;
  }
  const members = new Members([]);
  places.push(members);
  for (const [key, one] of Object.entries(value)) members.pairs.push([key, membersOf(one, places)]);
  return members;
}

function written(good: unknown, mutations: Mutation[]): string {
  const places: (unknown[] | Members)[] = [];
  const root = [membersOf(good, places)];
  const whole = places.length === 0 ? [root] : places;
  for (const { at, kind, key, value } of mutations) {
    const place = whole[at % whole.length]!;
    const list: unknown[] = place instanceof Members ? place.pairs : place;
    const entry = place instanceof Members ? [key, value] : value;
    const index = list.length === 0 ? 0 : at % list.length;
    if (kind === 'add' || list.length === 0) list.push(entry);
    else if (kind === 'remove') list.splice(index, 1);
    else if (kind === 'repeat') list.push(list[index]);
    else if (place instanceof Members) place.pairs[index] = [place.pairs[index]![0], value];
    else list[index] = value;
  }
  return json(root[0]);
}

function json(value: unknown): string {
  if (value instanceof Raw) return value.text;
  if (value instanceof Members) return `{${value.pairs.map(([key, one]) => `${JSON.stringify(key)}:${json(one)}`).join(',')}}`;
  if (Array.isArray(value)) return `[${value.map(json).join(',')}]`;
  return JSON.stringify(value) ?? 'null';
}
