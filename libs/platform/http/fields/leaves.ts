import { type DocumentedClass, documentedFields } from './documented.js';

/** The JSON type of a value. */
type LeafKind = 'text' | 'number' | 'flag' | 'list';

/** A value in a record or body, by its path: `owner.lastName`. */
export interface Leaf {
  path: string;
  kind: LeafKind;
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
export function leavesOf(type: DocumentedClass, prefix = ''): Leaf[] {
  return [...documentedFields(type)].flatMap(([name, { type: of, isArray }]): Leaf[] => {
    const path = prefix + name;
    const kind = isArray ? 'list' : KINDS.get(of);
    if (kind) return [{ path, kind }];
    return leavesOf(classOf(of), `${path}.`);
  });
}

/** A class, or what a lazy type gives: Swagger tells the two apart by the name `type`. */
function classOf(type: unknown): DocumentedClass {
  const given = type as { name: string };
  return given.name === 'type' ? (type as () => DocumentedClass)() : (type as DocumentedClass);
}
