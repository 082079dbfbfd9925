/** Where Swagger keeps what it knows of a class (its `DECORATORS`, which it does not export). */
const [NAMES, PROPERTY] = ['swagger/apiModelPropertiesArray', 'swagger/apiModelProperties'];

type Class = abstract new () => object;

/** What a value is in JSON. */
type LeafKind = 'text' | 'number' | 'flag' | 'list';

/** A value in a record or body, by its path: `owner.lastName`. */
export interface Leaf {
  path: string;
  kind: LeafKind;
}

interface Documented {
  type?: unknown;
  isArray?: boolean;
}

const KINDS = new Map<unknown, LeafKind>([
  ['string', 'text'],
  [String, 'text'],
  ['integer', 'number'],
  ['number', 'number'],
  [Number, 'number'],
  ['boolean', 'flag'],
  [Boolean, 'flag'],
  ['array', 'list'],
]);

/** The values of a record or request class and of the objects in it, in their order, from what the OpenAPI document is made of. */
export function leavesOf(type: Class, prefix = ''): Leaf[] {
  const { prototype } = type;
  const names: string[] = Reflect.getMetadata(NAMES, prototype) ?? [];
  return [...new Set(names)].flatMap((named): Leaf[] => {
    const name = named.slice(1);
    const path = prefix + name;
    const { type: of, isArray }: Documented = Reflect.getMetadata(PROPERTY, prototype, name) ?? {};
    const kind = isArray ? 'list' : KINDS.get(of);
    if (kind) return [{ path, kind }];
    return leavesOf(classOf(of), `${path}.`);
  });
}

/** A class, or what a lazy type gives: Swagger tells the two apart by the name `type`. */
function classOf(type: unknown): Class {
  const given = type as { name: string };
  return given.name === 'type' ? (type as () => Class)() : (type as Class);
}
