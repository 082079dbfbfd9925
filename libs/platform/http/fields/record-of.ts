import { ApiProperty } from '@nestjs/swagger';
import { type DocumentedClass, documentedFields, reserveFields } from './documented.js';

type PartsOf<T> = { [K in keyof T]?: DocumentedClass };

type Shown<Value> = Value extends readonly (infer Element)[] ? readonly Element[] : Value;

/** A request's fields as a record shows them: none is missing, objects are those of the record. */
type RecordOf<T, Parts extends PartsOf<T>, Null> = {
  [K in keyof T]-?:
    | (K extends keyof Parts ? InstanceType<NonNullable<Parts[K]>> | Extract<T[K], null> : Shown<Exclude<T[K], undefined>>)
    | Null;
};

interface Options<Parts, N> {
  /** The records of nested objects. */
  parts?: Parts;
  /** Names that stand first, also of fields that the record adds. */
  first?: readonly string[];
  /** Whether every field may be null, as of what can be erased. */
  nullable?: N;
}

/**
 * A base class for the record of what a request class takes: its fields, as they are described there. Bounds that are only judged when
 * something is given, and values of lists, are left out: a record may be older than they are.
 */
export function recordOf<T extends object, const Parts extends PartsOf<T> = object, N extends boolean = false>(
  request: DocumentedClass<T>,
  { parts = {} as Parts, first = [], nullable }: Options<Parts, N> = {},
): new () => RecordOf<T, Parts, N extends true ? null : never> {
  class Base {}
  reserveFields(Base, first);
  for (const [name, described] of documentedFields(request)) {
    const { default: _, format, minLength, maxItems, 'x-required-unless': _other, ...shown } = described;
    if (shown.items && 'enum' in shown.items) shown.items = { type: 'string' };
    const part = parts[name as keyof T];
    ApiProperty({ ...shown, required: true, ...(part && { type: part as never }), ...(nullable && { nullable }) })(
      Base.prototype,
      name,
    );
  }
  return Base as never;
}
