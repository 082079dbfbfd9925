/** Replaces text that may have contained personal data. */
export const ANONYMIZED = 'anonymized';

/** A field that a record is made with, or given later, and that can be changed. */
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
type Fields = Record<string, Field<unknown>>;

/** Can hold nothing personal. */
export const open = <Value>(empty: Value): Field<Value> => ({ empty, sealed: false, erased: empty, carried: false });
/** May tell of a person. */
export const sealed = <Value>(empty: Value, erased = empty): Field<Value> => ({ empty, sealed: true, erased, carried: false });
export const carried = <Value>(field: Field<Value>): Field<Value> => ({ ...field, carried: true });

/** The values of the fields of a table. */
export type ValuesOf<Table extends Fields> = { [Name in keyof Table]: Table[Name]['empty'] };

/** All that follows from the fields of a kind of record, each stated once. */
export function fieldsOf<Table extends Fields>(table: Table) {
  const names = Object.keys(table) as (keyof Table & string)[];
  const valuesOf = (value: 'empty' | 'erased', which = (_field: Field<unknown>) => true) =>
    Object.fromEntries(names.filter((name) => which(table[name]!)).map((name) => [name, table[name]![value]]));
  const erased = valuesOf('erased', (field) => field.sealed);
  return {
    /** Defaults for what a request leaves out and what events of earlier releases do not contain. */
    empty: valuesOf('empty') as ValuesOf<Table>,
    /** The names of those without personal data: all others are encrypted in events, and cleared when the record is erased. */
    public: names.filter((name) => !table[name]!.sealed),
    /** The values that replace erased ones. */
    erased: erased as Partial<ValuesOf<Table>>,
    /** The values shown to carriers in place of those that they don't see. */
    forCarriers: valuesOf('erased', (field) => !field.carried) as Partial<ValuesOf<Table>>,
    /** The fields of an event for a row, with the required ones that were erased since replaced. */
    withoutErased: <Said extends object>(said: Said) =>
      Object.fromEntries(Object.entries(said).map(([name, value]) => [name, value ?? erased[name] ?? value])) as Said,
  };
}
