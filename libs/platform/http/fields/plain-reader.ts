import { TransformationType, type TransformFnParams } from 'class-transformer';
import { defaultMetadataStorage } from 'class-transformer/cjs/storage.js';
import { getMetadataStorage } from 'class-validator';
import { MOST_ELEMENTS } from './lists.js';

type RequestClass = new () => object;
type Plain = Record<string, unknown>;

/** A field of a class, by the decorators of class-transformer. */
interface Field {
  /** The class of a nested object, or of each object of a list. */
  type: RequestClass | null;
  parse: readonly ((params: TransformFnParams) => unknown)[];
  hasDefault: boolean;
}

const { PLAIN_TO_CLASS } = TransformationType;

/** Stands for what is not read here. */
const UNUSUAL = Symbol('unusual');

const classes = new WeakMap<RequestClass, Map<string, Field>>();

/**
 * Reads parsed JSON into a class as class-transformer's `plainToInstance` does, which looks up the decorators of every property of every
 * body. Its result refers to what it was given. Objects and lists are read as deep as classes are declared, so that no body is too deep.
 * @returns undefined where something is unusual, such as an unknown field: the library decides
 */
export function readPlain<T extends object>(type: new () => T, given: object): T | undefined {
  const read = objectOf(type, given);
  return read === UNUSUAL ? undefined : (read as T);
}

function objectOf(type: RequestClass, given: unknown): object | typeof UNUSUAL {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return UNUSUAL;
  const fields = fieldsOf(type);
  const made = new type() as Plain;
  for (const name of Object.keys(given)) {
    const field = fields.get(name);
    const value = field ? fieldValue(field, (given as Plain)[name]) : UNUSUAL;
    if (value === UNUSUAL) return UNUSUAL;
    made[name] = parsed(field!, name, value, given);
  }
  for (const [name, field] of fields)
    if (field.hasDefault && !(name in given)) made[name] = parsed(field, name, undefined, given);
  return made;
}

function fieldValue({ type }: Field, given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  if (!Array.isArray(given)) return type ? objectOf(type, given) : UNUSUAL;
  if (given.length > MOST_ELEMENTS) return UNUSUAL;
  if (!type) return given.some((element) => typeof element === 'object' && element !== null) ? UNUSUAL : given;
  const read = given.map((element) => objectOf(type, element));
  return read.includes(UNUSUAL) ? UNUSUAL : read;
}

function parsed({ parse }: Field, key: string, given: unknown, obj: object): unknown {
  let value = given;
  for (const transform of parse) value = transform({ value, key, obj, type: PLAIN_TO_CLASS, options: {} });
  return value;
}

/** Fields are those that class-validator knows: others are refused. */
function fieldsOf(type: RequestClass): Map<string, Field> {
  const known = classes.get(type);
  if (known) return known;
  const exposed = defaultMetadataStorage.getExposedProperties(type, PLAIN_TO_CLASS);
  const validated = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  const names = new Set(validated.map(({ propertyName }) => propertyName));
  const fields = new Map([...names].map((name) => [name, fieldOf(type, name, exposed.includes(name))]));
  classes.set(type, fields);
  return fields;
}

function fieldOf(owner: RequestClass, name: string, hasDefault: boolean): Field {
  const transforms = defaultMetadataStorage.findTransformMetadatas(owner, name, PLAIN_TO_CLASS);
  const nested = defaultMetadataStorage.findTypeMetadata(owner, name);
  return {
    // Our decorators name the type without looking at the value.
    type: (nested?.typeFunction() ?? null) as RequestClass | null,
    parse: transforms.map(({ transformFn }) => transformFn),
    hasDefault,
  };
}
