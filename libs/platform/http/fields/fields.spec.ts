import { PartialType, PickType } from '@nestjs/swagger';
import { IsInt, IsUUID } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { ValidationFailed } from '#platform/kernel';
import {
  Choice,
  Codes,
  CountryCode,
  Decimal,
  DepartureDate,
  Email,
  EmailList,
  Flag,
  ImageUrl,
  InOrder,
  Integer,
  IntegerList,
  MomentFilter,
  OwnerPhone,
  Part,
  QueryFlag,
  QueryInteger,
  Rule,
  readRequest,
  Text,
  TextList,
  WebUrl,
} from '../index.js';

/** What a request of one field `f` gives: its value, or `field code` of every error. */
function read(decorator: PropertyDecorator, raw: unknown): unknown {
  class Probe {
    f?: unknown;
  }
  decorator(Probe.prototype, 'f');
  return outcome(() => readRequest(Probe, { f: raw }).f);
}

function outcome(run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors.map(({ field, code }) => `${field} ${code}`);
    throw error;
  }
}

const wrong = (code: string) => [`f ${code}`];

describe('Text', () => {
  it.each([
    ['is trimmed', Text(), '  a b ', 'a b'],
    ['may be empty when optional', Text(), ' ', ''],
    ['may not be empty when required', Text({ required: true }), ' ', wrong('required')],
    ['counts characters, not UTF-16 units', Text({ max: 3 }), '😀😀😀', '😀😀😀'],
    ['has at most 255 characters', Text(), 'a'.repeat(256), wrong('too_long')],
    ['holds 255 characters', Text(), 'a'.repeat(255), 'a'.repeat(255)],
    ['may be longer before trimming', Text({ max: 2 }), ' ab  ', 'ab'],
    ['has a shortest length', Text({ min: 10, trim: false }), 'short', wrong('too_short')],
    ['of a password keeps its spaces', Text({ min: 3, trim: false }), ' a ', ' a '],
    ['has no NUL', Text(), 'a\0b', wrong('invalid_format')],
    ['has no lone surrogate', Text(), '\ud800', wrong('invalid_format')],
    ['is not a number', Text(), 1, wrong('invalid_type')],
    ['is not an array', Text(), ['a'], wrong('invalid_type')],
    ['may be null where the record may', Text({ nullable: true }), null, null],
    ['is missing when null and required', Text({ required: true }), null, wrong('required')],
    ['is of the wrong type when null', Text(), null, wrong('invalid_type')],
    ['is missing when absent and required', Text({ required: true }), undefined, wrong('required')],
    ['stays absent', Text(), undefined, undefined],
  ])('%s', (_, decorator, raw, expected) => {
    expect(read(decorator, raw)).toEqual(expected);
  });
});

describe('numbers and flags', () => {
  const integer = Integer({ min: 1, max: 6 });
  const decimal = Decimal({ above: 0, max: 1000 });
  it.each([
    ['an integer', integer, 6, 6],
    ['a string is none', integer, '1', wrong('invalid_type')],
    ['a fraction is no integer', integer, 1.5, wrong('invalid_type')],
    ['too small', integer, 0, wrong('out_of_range')],
    ['too large', integer, 7, wrong('out_of_range')],
    ['infinite', integer, Number.POSITIVE_INFINITY, wrong('out_of_range')],
    ['a decimal', decimal, 0.5, 0.5],
    ['a decimal at its bound', decimal, 0, wrong('out_of_range')],
    ['a decimal beyond its bound', decimal, 1000.5, wrong('out_of_range')],
    ['an infinite decimal', decimal, Number.POSITIVE_INFINITY, wrong('out_of_range')],
    ['a flag', Flag(), false, false],
    ['a flag as text', Flag(), 'false', wrong('invalid_type')],
    ['a flag as number', Flag(), 0, wrong('invalid_type')],
  ])('%s', (_, decorator, raw, expected) => {
    expect(read(decorator, raw)).toEqual(expected);
  });
});

describe('query parameters', () => {
  const limit = QueryInteger({ min: 1, max: 1000 });
  it.each([
    ['a number', limit, '10', 10],
    ['a word', limit, 'ten', wrong('invalid_type')],
    ['an empty value', limit, '', wrong('invalid_type')],
    ['a fraction', limit, '1.5', wrong('invalid_type')],
    ['a power', limit, '1e2', wrong('invalid_type')],
    ['zero', limit, '0', wrong('out_of_range')],
    ['a negative', limit, '-1', wrong('out_of_range')],
    ['too many', limit, '1001', wrong('out_of_range')],
    ['given twice', limit, ['1', '2'], wrong('invalid_type')],
    ['a page far past the end', QueryInteger({ min: 1, clamp: true }), '9'.repeat(400), 2_147_483_647],
    ['true', QueryFlag(), 'true', true],
    ['yes', QueryFlag(), 'yes', wrong('invalid_type')],
  ])('%s', (_, decorator, raw, expected) => {
    expect(read(decorator, raw)).toEqual(expected);
  });
});

describe('values out of lists', () => {
  const color = Codes(['red', 'blue']);
  it.each([
    ['a listed value', Choice(['kg', 'lb']), 'kg', 'kg'],
    ['another value', Choice(['kg', 'lb']), 'KG', wrong('not_allowed')],
    ['no text', Choice(['kg', 'lb']), 1, wrong('invalid_type')],
    ['a country', CountryCode(['NL']), 'NL', 'NL'],
    ['a country in lower case', CountryCode(['NL']), 'nl', wrong('not_allowed')],
    ['colors, repeated ones once', color, ['red', 'blue', 'red'], ['red', 'blue']],
    ['wrong elements by their place', color, ['red', 'rot', 1], ['f.1 not_allowed', 'f.2 invalid_type']],
    ['no array', color, 'red', wrong('invalid_type')],
    ['an object for an array', color, { 0: 'red' }, wrong('invalid_type')],
    ['too many elements', color, Array(101).fill('red'), wrong('too_long')],
    ['identifiers', IntegerList(), [1, 2], [1, 2]],
    ['wrong identifiers', IntegerList(), ['1', 0], ['f.0 invalid_type', 'f.1 out_of_range']],
    ['texts', TextList(), ['demo:1 '], ['demo:1']],
    ['an empty text', TextList(), [''], ['f.0 required']],
  ])('%s', (_, decorator, raw, expected) => {
    expect(read(decorator, raw)).toEqual(expected);
  });
});

describe('addresses and numbers of people', () => {
  const bad = wrong('invalid_format');
  it.each([
    ['email', Email(), ' ann@example.com', 'ann@example.com'],
    ['email without domain', Email(), 'ann@', bad],
    ['email above 255 characters', Email(), `${'a'.repeat(250)}@example.com`, wrong('too_long')],
    ['several emails', EmailList(), 'ann@example.com, bob@example.com', 'ann@example.com, bob@example.com'],
    ['a wrong one among several', EmailList(), 'ann@example.com,bob', bad],
    ['a trailing comma', EmailList(), 'ann@example.com,', bad],
    ['phone as written', OwnerPhone(), '+31 6 1234 5678', '+31 6 1234 5678'],
    ['phone without prefix', OwnerPhone(), '0612345678', bad],
    ['phone with dashes', OwnerPhone(), '+31-6-12345678', bad],
    ['phone too short', OwnerPhone(), '+31 6', bad],
    ['phone of no country', OwnerPhone(), '+999 12345678', bad],
    ['phone with an extension', OwnerPhone(), '+31612345678 ext. 3', bad],
    ['webhook address on a port', WebUrl(), 'http://127.0.0.1:9000/hook', 'http://127.0.0.1:9000/hook'],
    ['webhook address of another protocol', WebUrl(), 'ftp://example.com', bad],
    ['image', ImageUrl(), 'https://a.example/x.JPeG?size=1', 'https://a.example/x.JPeG?size=1'],
    ['image without extension', ImageUrl(), 'https://a.example/images/7', 'https://a.example/images/7'],
    ['image without path', ImageUrl(), 'https://a.example', 'https://a.example'],
    ['image of another type', ImageUrl(), 'https://a.example/x.webp', bad],
    ['image with a dot in its folder only', ImageUrl(), 'https://a.example/v1.2/x', 'https://a.example/v1.2/x'],
    ['image in a script', ImageUrl(), 'javascript:alert(1)//x.png', bad],
    ['image relative', ImageUrl(), '/x.png', bad],
    ['image with a space', ImageUrl(), 'https://a.example/a b.png', bad],
    ['image above 2048 characters', ImageUrl(), `https://a.example/${'a'.repeat(2048)}`, wrong('too_long')],
  ])('%s', (_, decorator, raw, expected) => {
    expect(read(decorator, raw)).toEqual(expected);
  });
});

describe('departuredDate', () => {
  it.each([
    ['2026-02-28 23:59:59', '2026-02-28'],
    ['2026-02-28T23:59:59', '2026-02-28'],
    ['2026-02-28T23:59:59.999Z', '2026-02-28'],
    ['2024-02-29T00:00:00.000Z', '2024-02-29'],
    ['2026-02-30 10:00:00', wrong('invalid_format')],
    ['2025-02-29T00:00:00', wrong('invalid_format')],
    ['2026-13-01 10:00:00', wrong('invalid_format')],
    ['2026-02-28 24:00:00', wrong('invalid_format')],
    ['2026-02-28 10:60:00', wrong('invalid_format')],
    ['0000-01-01 00:00:00', wrong('invalid_format')],
    ['2026-02-28', wrong('invalid_format')],
    ['2026-02-28T10:00:00Z', wrong('invalid_format')],
    ['2026-02-28T10:00:00.000', wrong('invalid_format')],
    ['2026-02-28T10:00:00+01:00', wrong('invalid_format')],
    ['2026-02-28 10:00:00.000Z', wrong('invalid_format')],
    [' 2026-02-28 10:00:00', wrong('invalid_format')],
    ['2026-02-28 10:00:00\n', wrong('invalid_format')],
    [20260228, wrong('invalid_type')],
  ])('%s', (raw, expected) => {
    expect(read(DepartureDate(), raw)).toEqual(expected);
  });
});

describe('startDate and endDate', () => {
  it.each([
    ['2026-02-28T10:00:00Z', new Date('2026-02-28T10:00:00.000Z')],
    ['2026-02-28T10:00:00', new Date('2026-02-28T10:00:00.000Z')],
    ['2026-02-28T10:00:00.123Z', new Date('2026-02-28T10:00:00.123Z')],
    ['2026-02-30T10:00:00Z', wrong('invalid_format')],
    ['2026-02-28', wrong('invalid_format')],
    ['2026-02-28 10:00:00', wrong('invalid_format')],
    [['2026-02-28T10:00:00Z', '2026-02-28T10:00:00Z'], wrong('invalid_type')],
  ])('%s', (raw, expected) => {
    expect(read(MomentFilter(), raw)).toEqual(expected);
  });

  it('may not be the wrong way round', () => {
    @InOrder('startDate', 'endDate')
    class Range {
      @MomentFilter() startDate?: Date;
      @MomentFilter() endDate?: Date;
    }
    const ask = (startDate: string, endDate: string) => outcome(() => readRequest(Range, { startDate, endDate }));
    expect(ask('2026-02-28T10:00:01Z', '2026-02-28T10:00:00Z')).toEqual(['startDate out_of_range']);
    expect(ask('2026-02-28T10:00:00Z', '2026-02-28T10:00:00Z')).toBeInstanceOf(Range);
  });
});

describe('parts and rules', () => {
  class Address {
    @Text({ nullable: true }) city?: string | null;
  }
  class Owner {
    @Text() firstName?: string;
    @Part(() => Address, { nullable: true }) address?: Address | null;
  }
  @Rule<Size>((size, check) => {
    if (size.fits === false && size.width === undefined) check.refuse('width', 'required', 'Is needed.');
    if (size.fits !== false && size.width !== undefined && !check.wrong('fits')) check.refuse('width', 'not_allowed', 'Is not.');
  })
  class Size {
    @Flag({ required: true }) fits!: boolean;
    @Decimal() width?: number;
  }
  class Base {
    @Part(() => Owner) owner?: Owner;
  }
  class Update extends Base {
    @Part(() => Size) size?: Size;
  }
  const update = (raw: unknown) => outcome(() => readRequest(Update, raw));

  it.each([
    ['names fields inside by their path', { owner: { address: { city: 1 } } }, ['owner.address.city invalid_type']],
    [
      'names unknown fields inside',
      { owner: { address: { zip: 1 } }, x: 1 },
      ['x unknown_field', 'owner.address.zip unknown_field'],
    ],
    ['refuses what is no object', { owner: 'Ann' }, ['owner invalid_type']],
    ['refuses an array', { owner: [] }, ['owner invalid_type']],
    ['refuses null where the record has none', { owner: null }, ['owner invalid_type']],
    [
      'names all wrong fields at once',
      { owner: { firstName: 1 }, size: {} },
      ['owner.firstName invalid_type', 'size.fits required'],
    ],
    ['a rule names its field', { size: { fits: false } }, ['size.width required']],
    ['a rule knows what may not stand', { size: { fits: true, width: 1 } }, ['size.width not_allowed']],
    ['a rule adds nothing to a wrong field', { size: { fits: false, width: 'a' } }, ['size.width invalid_type']],
    ['a rule knows that its ground is wrong', { size: { fits: 'no', width: 1 } }, ['size.fits invalid_type']],
  ])('%s', (_, raw, expected) => {
    expect(update(raw)).toEqual(expected);
  });

  it('null clears, absent stays absent', () => {
    expect(readRequest(Update, { owner: { address: null } })).toEqual({ owner: { address: null } });
    expect(readRequest(Update, { owner: { address: { city: null } } }).owner?.firstName).toBeUndefined();
  });

  it('at most 100 wrong fields are named', () => {
    const many = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`x${n}`, n]));
    expect(update(many)).toHaveLength(100);
  });

  it('names that every object has are unknown fields, and harm nothing', () => {
    const raw = '{"__proto__":{"x":1},"toString":1,"owner":{"constructor":5,"firstName":{"constructor":5}}}';
    expect(update(JSON.parse(raw))).toEqual([
      '__proto__ unknown_field',
      'toString unknown_field',
      'owner.constructor unknown_field',
      'owner.firstName invalid_type',
    ]);
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it.each([
    ['deep', `{"owner":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, ['owner invalid_type']],
    ['deep and unknown', `{"x":${'['.repeat(200_000)}${']'.repeat(200_000)}}`, ['x unknown_field']],
    ['wide', `{"owner":[${'[{}],'.repeat(200_000)}1]}`, ['owner invalid_type']],
  ])('%s input is refused by its field', (_, raw, expected) => {
    expect(update(JSON.parse(raw))).toEqual(expected);
  });

  it('one wrong field has one error', () => {
    expect(update({ owner: 5, size: 5 })).toEqual(['owner invalid_type', 'size invalid_type']);
  });
});

describe('beside the decorators of this library', () => {
  @InOrder('from', 'to')
  class Visit {
    @Text({ required: true, max: 3 }) name!: string;
    @IsUUID() id?: string;
    @IsInt({ context: { code: 'invalid_type' } }) rooms?: number;
    @MomentFilter() from?: Date;
    @MomentFilter() to?: Date;
  }

  it('those of class-validator work, and say their code by their context', () => {
    const wrong = { name: 'Ann', id: 'x', rooms: 'two' };
    expect(outcome(() => readRequest(Visit, wrong))).toEqual(['id invalid_format', 'rooms invalid_type']);
  });

  it('classes made by PartialType and PickType keep fields and rules', () => {
    class Changes extends PartialType(Visit, { skipNullProperties: false }) {}
    class Name extends PickType(Visit, ['name']) {}
    const reversed = { from: '2026-02-28T10:00:01Z', to: '2026-02-28T10:00:00Z' };
    expect(readRequest(Changes, {})).toEqual({});
    expect(outcome(() => readRequest(Changes, { name: 'long' }))).toEqual(['name too_long']);
    expect(outcome(() => readRequest(Changes, { name: null }))).toEqual(['name required']);
    expect(outcome(() => readRequest(Changes, reversed))).toEqual(['from out_of_range']);
    expect(outcome(() => readRequest(Name, { id: '1' }))).toEqual(['id unknown_field', 'name required']);
  });
});
