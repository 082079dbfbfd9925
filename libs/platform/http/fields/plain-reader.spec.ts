import { plainToInstance } from 'class-transformer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Choice, Integer, Part, Text } from '../index.js';
import { IntegerList, TextList } from './lists.js';
import { LocalText } from './local-text.js';
import { Parts } from './part.js';
import { readPlain } from './plain-reader.js';

class Inner {
  @Text({ required: true }) text!: string;
  @Integer({ default: 3 }) count!: number;
}

class Base {
  @Text() name?: string;
}

class Outer extends Base {
  @Text({ nullable: true }) declare name?: string;
  @Choice(['a', 'b'], { default: 'a' }) kind!: string;
  @IntegerList() numbers?: number[];
  @TextList() texts?: string[];
  @LocalText() note?: string | Record<string, string>;
  @Part(() => Inner, { nullable: true }) inner?: Inner | null;
  @Parts(() => Inner, { most: 5 }) all?: Inner[];
}

const inner = fc.record({ text: fc.string(), count: fc.integer() }, { requiredKeys: ['text'] });
const bodies = fc.record(
  {
    name: fc.oneof(fc.string(), fc.constant(null)),
    kind: fc.constantFrom('a', 'b', 'c', 1),
    numbers: fc.array(fc.oneof(fc.integer(), fc.string())),
    texts: fc.array(fc.string()),
    note: fc.string(),
    inner: fc.oneof(inner, fc.constant(null), fc.constant('text')),
    all: fc.array(inner),
  },
  { requiredKeys: [] },
);

/** As a call brings it. */
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as object;

describe('a body', () => {
  it('is read as class-transformer does, by classes, parsed values and defaults', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        const read = readPlain(Outer, json(body));
        expect(read).toStrictEqual(plainToInstance(Outer, json(body)));
        expect(Object.keys(read!)).toEqual(Object.keys(plainToInstance(Outer, json(body))));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['an unknown field', '{ "other": 1 }'],
    ['an unknown field of a part', '{ "inner": { "text": "a", "other": 1 } }'],
    ['a name that every object has', '{ "constructor": { "name": "x" } }'],
    ['__proto__', '{ "__proto__": { "name": "x" } }'],
    ['an object in the place of a value', '{ "name": { "a": 1 } }'],
    ['objects in a list of values', '{ "numbers": [1, {}] }'],
    ['a value in a list of parts', '{ "all": [{ "text": "a" }, 1] }'],
    ['a list in the place of a body', '[]'],
    ['a list that is too long', JSON.stringify({ numbers: Array(1001).fill(1) })],
  ])('with %s is left to the library', (_, text) => {
    expect(readPlain(Outer, JSON.parse(text))).toBeUndefined();
  });
});
