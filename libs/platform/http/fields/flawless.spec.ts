import { plainToInstance } from 'class-transformer';
import { type ValidatorOptions, validateSync } from 'class-validator';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Choice, Integer, Part, Rule, Text } from '../index.js';
import { flawless } from './flawless.js';
import { IntegerList } from './lists.js';
import { RULE } from './rule.js';

@Rule<Inner>(({ low, high }, check) => {
  if (low > high) check.refuse('low', 'out_of_range', 'Must not be above high.');
})
class Inner {
  @Integer({ required: true }) low!: number;
  @Integer({ required: true }) high!: number;
}

class Outer {
  @Text({ required: true, max: 3 }) name!: string;
  @Text({ nullable: true }) note?: string | null;
  @Choice(['a', 'b'], { required: true, nullable: true }) kind!: string | null;
  @IntegerList() numbers?: number[];
  @Part(() => Inner) inner?: Inner;
  @Part(() => Inner, { required: true, nullable: true }) limits!: Inner | null;
}

const FIELDS: ValidatorOptions = {
  whitelist: true,
  forbidNonWhitelisted: true,
  skipUndefinedProperties: true,
  strictGroups: true,
};
const RULES: ValidatorOptions = { groups: [RULE], forbidUnknownValues: false };

const inner = fc.record({ low: fc.integer({ min: 1, max: 5 }), high: fc.integer({ min: 1, max: 5 }) });
const right = fc.record(
  {
    name: fc.constantFrom('x', 'xyz'),
    note: fc.constantFrom('y', null),
    kind: fc.constantFrom('a', 'b', null),
    numbers: fc.array(fc.integer({ min: 1, max: 9 })),
    inner,
    limits: fc.option(inner),
  },
  { requiredKeys: ['name', 'kind', 'limits'] },
);
/** The same with something in it that may be wrong: a field left out, another value, a field too many. */
const perhapsWrong = fc
  .tuple(right, fc.constantFrom('name', 'note', 'kind', 'numbers', 'inner', 'limits', 'other'), fc.jsonValue(), fc.boolean())
  .map(([body, field, value, isLeftOut]) => {
    const { [field as keyof typeof body]: _, ...rest } = body;
    return isLeftOut ? rest : { ...rest, [field]: value };
  });

describe('a request', () => {
  const kinds: [string, ValidatorOptions][] = [
    ['fields', FIELDS],
    ['rules', RULES],
  ];

  it.each(kinds)('with something wrong in its %s is never flawless', (_, options) => {
    const seen = new Set<boolean>();
    const isFlawless = flawless(options);
    const judged = fc.property(fc.oneof(right, perhapsWrong), (body) => {
      const value = plainToInstance(Outer, body);
      const isRight = validateSync(value, options).length === 0;
      seen.add(isRight);
      if (!isRight) expect(isFlawless(value)).toBe(false);
    });
    fc.assert(judged, { numRuns: 500 });
    expect(seen).toEqual(new Set([true, false]));
  });

  it.each(kinds)('of the right form is flawless unless its %s are wrong', (_, options) => {
    const isFlawless = flawless(options);
    const judged = fc.property(right, (body) => {
      const value = plainToInstance(Outer, body);
      expect(isFlawless(value)).toBe(validateSync(value, options).length === 0);
    });
    fc.assert(judged);
  });
});
