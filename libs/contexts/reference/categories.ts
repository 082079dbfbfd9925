export interface Category {
  ID: string;
  name: string;
  /** Null for all entries (api-v2.md, Category). */
  description: string | null;
}

/** In the specification's order (api-v2.md, Category). */
export const CATEGORIES: readonly Category[] = [
  { ID: 'bag', name: 'Bag', description: null },
  { ID: 'clothing', name: 'Clothing', description: null },
  { ID: 'electronic_main', name: 'Electronics', description: null },
  { ID: 'electronic_secondary', name: 'Electronic accessories', description: null },
  { ID: 'jewelry', name: 'Jewelry', description: null },
  { ID: 'misc', name: 'Miscellaneous', description: null },
  { ID: 'personal_care', name: 'Personal care', description: null },
  { ID: 'private_item', name: 'Private item', description: null },
  { ID: 'toy', name: 'Toy', description: null },
];

export const CATEGORY_IDS: readonly string[] = CATEGORIES.map((category) => category.ID);
