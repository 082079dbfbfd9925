import { ApiProperty } from '@nestjs/swagger';
import { expect, expectTypeOf, it } from 'vitest';
import { Codes, Email, Integer, leavesOf, Part, recordOf, Text } from '../index.js';
import { documentedFields } from './documented.js';

class Owner {
  @Email({ required: true, description: 'Email address', example: 'ann@example.com' }) email!: string;
}

class NewThing {
  @Text({ nullable: true, description: 'Brand', example: 'Anker' }) brand?: string | null;
  @Codes(['black', 'white'], { description: 'Colors', example: ['black'] }) colors?: string[];
  @Integer({ default: 90, max: 3650, description: 'Days', example: 90 }) days!: number;
  @Part(() => Owner, { nullable: true, description: 'Owner' }) owner?: Owner | null;
}

class OwnerRecord extends recordOf(Owner, { nullable: true }) {}

class ThingRecord extends recordOf(NewThing, { first: ['ID', 'days'], parts: { owner: OwnerRecord } }) {
  @ApiProperty({ type: 'integer', description: 'Identifier', example: 7 }) ID!: number;
  @ApiProperty({ description: 'Brand, as it was given', type: String }) declare brand: string | null;
}

const described = (type: Parameters<typeof documentedFields>[0]) => Object.fromEntries(documentedFields(type));

it('shows the fields of a request, none missing, without what is only judged when they are given', () => {
  expect(described(ThingRecord)).toEqual({
    ID: expect.objectContaining({ type: 'integer', example: 7 }),
    days: expect.objectContaining({ type: 'integer', maximum: 3650, description: 'Days', example: 90, required: true }),
    brand: expect.objectContaining({ type: String, maxLength: 255, nullable: true, example: 'Anker', required: true }),
    colors: expect.objectContaining({ type: 'array', items: { type: 'string' }, required: true }),
    owner: expect.objectContaining({ type: OwnerRecord, nullable: true, description: 'Owner', required: true }),
  });
  expect(described(ThingRecord).days).not.toHaveProperty('default');
  expect(described(ThingRecord).colors).not.toHaveProperty('maxItems');
  expect(described(ThingRecord).brand).toHaveProperty('description', 'Brand, as it was given');
  expectTypeOf<ThingRecord['owner']>().toEqualTypeOf<OwnerRecord | null>();
  expectTypeOf<ThingRecord['colors']>().toEqualTypeOf<readonly string[]>();
});

it('says of what can be erased that it may be null', () => {
  expect(described(OwnerRecord).email).toMatchObject({ nullable: true, required: true });
  expect(described(OwnerRecord).email).not.toHaveProperty('format');
  expectTypeOf<OwnerRecord['email']>().toEqualTypeOf<string | null>();
});

it('keeps the order of its fields, but for those that stand first', () => {
  expect(leavesOf(ThingRecord).map(({ path }) => path)).toEqual(['ID', 'days', 'brand', 'colors', 'owner.email']);
});

it('leaves the request as it is', () => {
  expect(described(NewThing).owner).toMatchObject({ required: false });
  expect(described(Owner).email).toMatchObject({ format: 'email' });
});
