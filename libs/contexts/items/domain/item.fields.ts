import { type Handling, type Owner, type Photos, type Shipping, UNKNOWN_OWNER } from './item.details.js';

/** Replaces text that may have contained personal data. */
export const ANONYMIZED = 'anonymized';

/** A field that an item is registered with, and that can be changed. */
interface Field<Value> {
  /** Its value until one is given, also of events of earlier releases. */
  empty: Value;
  /** Whether it may tell of a person: it is encrypted in events, and erased. */
  sealed: boolean;
  /** Its value once it is erased, and in place of what carriers don't see. */
  erased: Value;
  /** Whether the carrier of its shipment sees it. */
  carried: boolean;
}

/** Can hold nothing personal. */
const open = <Value>(empty: Value): Field<Value> => ({ empty, sealed: false, erased: empty, carried: false });
/** May tell of a person. */
const sealed = <Value>(empty: Value, erased = empty): Field<Value> => ({ empty, sealed: true, erased, carried: false });
const carried = <Value>(field: Field<Value>): Field<Value> => ({ ...field, carried: true });

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

type Fields = typeof ITEM_FIELDS;
type FieldName = keyof Fields;

/** The fields of an item that can be changed. */
export type ItemDetails = { [Name in FieldName]: Fields[Name]['empty'] };

const NAMES = Object.keys(ITEM_FIELDS) as FieldName[];
const those = (which: (field: Field<unknown>) => boolean) => NAMES.filter((name) => which(ITEM_FIELDS[name]));
const valuesOf = (names: readonly FieldName[], value: 'empty' | 'erased') =>
  Object.fromEntries(names.map((name) => [name, ITEM_FIELDS[name][value]])) as Partial<ItemDetails>;

/** Defaults for what a request leaves out and what events of earlier releases do not contain. */
export const EMPTY_DETAILS = valuesOf(NAMES, 'empty') as ItemDetails;

/** The details without personal data: all others are encrypted in events, and cleared when the item is erased. */
export const PUBLIC_DETAILS = those((field) => !field.sealed);

/** The values that replace erased details. */
export const ERASED_DETAILS = valuesOf(
  those((field) => field.sealed),
  'erased',
);

/** The values shown to carriers in place of details that they don't see. */
export const DETAILS_FOR_CARRIERS = valuesOf(
  those((field) => !field.carried),
  'erased',
);
