import { ANONYMIZED, carried, fieldsOf, open, sealed, type ValuesOf } from '#contexts/records/domain';
import { type Handling, type Owner, type Photos, type Shipping, UNKNOWN_OWNER } from './item.details.js';

/** The fields of an item, each once: its column is in `item.entity.ts`, how it is given and judged in `item.requests.ts`. */
export const ITEM_FIELDS = {
  /** The integration's own key (decisions.md, section 10). */
  externalID: sealed<string | null>(null),
  item: carried(sealed('', ANONYMIZED)),
  location: sealed('', ANONYMIZED),
  /** `YYYY-MM-DD` */
  departuredDate: carried(open('')),
  shipping: carried(open<Shipping>({ weight: null, dimensions: null })),
  itemStorage: sealed<string | null>(null),
  internalNotes: sealed<string | null>(null),
  imageUrl: sealed<string | null>(null),
  /** Null where only `imageUrl` was ever given. */
  photos: sealed<Photos | null>(null),
  customStorageDays: carried(open<number | null>(null)),
  brand: carried(open<string | null>(null)),
  colors: carried(open<string[]>([])),
  categories: carried(open<string[]>([])),
  owner: sealed<Owner>(UNKNOWN_OWNER),
  /** ISO 8601, UTC. */
  foundAt: open<string | null>(null),
  foundBy: sealed<string | null>(null),
  /** Known to its owner alone. */
  hiddenMark: sealed<string | null>(null),
  handling: open<Handling>('normal'),
  storagePlaceID: open<number | null>(null),
};

/** The fields of an item that can be changed. */
export type ItemDetails = ValuesOf<typeof ITEM_FIELDS>;

/** Their defaults, and those that are sealed and erased. */
export const itemFields = fieldsOf(ITEM_FIELDS);
