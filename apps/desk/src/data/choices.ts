import type { ItemRecord } from '#client';
import { named } from '../texts/texts.js';

/** Values of the API that a person chooses from, each with its name in the chosen language. */
type Choices<Value extends string> = readonly (readonly [value: Value, name: string])[];

const CATEGORIES: readonly ItemRecord['categories'][number][] = [
  ...(['bag', 'clothing', 'electronic_main', 'electronic_secondary', 'jewelry', 'misc', 'personal_care'] as const),
  ...(['private_item', 'toy'] as const),
];

const COLORS: readonly ItemRecord['colors'][number][] = [
  ...(['black', 'grey', 'white', 'cream', 'beige', 'orange', 'red', 'burgundy', 'pink', 'purple', 'lightBlue'] as const),
  ...(['blue', 'navy', 'mint', 'green', 'darkGreen', 'sand', 'brown', 'yellow', 'silver', 'gold', 'multiColor'] as const),
];

const HANDLINGS: readonly ItemRecord['handling'][] = ['normal', 'valuable', 'document', 'perishable', 'discreet'];

export const categories = (): Choices<string> => CATEGORIES.map((one) => [one, named('thing', one)]);
export const colors = (): Choices<string> => COLORS.map((one) => [one, named('color', one)]);
export const handlings = (): Choices<string> => HANDLINGS.map((one) => [one, named('thing', one)]);
