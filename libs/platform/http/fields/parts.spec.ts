import { PartialType, PickType } from '@nestjs/swagger';
import { IsInt, IsUUID } from 'class-validator';
import { describe, expect, it } from 'vitest';
import { Decimal, Flag, InOrder, MomentOrDay, Part, Rule, readRequest, Text } from '../index.js';
import { outcome } from '../spec/fields.js';

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
    ['a rule rejects a field that is not allowed', { size: { fits: true, width: 1 } }, ['size.width not_allowed']],
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
    @MomentOrDay('start') from?: Date;
    @MomentOrDay('start') to?: Date;
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
