import type { NewItemRequest } from '#client';
import type { Pictured } from './pictogram.js';

type Category = NonNullable<NewItemRequest['categories']>[number];
type Handling = NonNullable<NewItemRequest['handling']>;

/** The commonest things: pictogram, name in the catalogues, and fields of the record. */
export const THINGS: readonly { name: Pictured; category: Category; handling?: Handling }[] = [
  { name: 'charger', category: 'electronic_secondary' },
  { name: 'phone', category: 'electronic_main', handling: 'valuable' },
  { name: 'clothes', category: 'clothing' },
  { name: 'glasses', category: 'personal_care' },
  { name: 'jewellery', category: 'jewelry', handling: 'valuable' },
  { name: 'bag-thing', category: 'bag' },
  { name: 'wallet', category: 'private_item', handling: 'valuable' },
  { name: 'passport', category: 'private_item', handling: 'document' },
  { name: 'keys', category: 'misc' },
  { name: 'toy-thing', category: 'toy' },
  { name: 'book', category: 'misc' },
  { name: 'umbrella', category: 'misc' },
];
