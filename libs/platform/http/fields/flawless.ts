import { getMetadataStorage, ValidationTypes, type ValidatorOptions } from 'class-validator';

/** The metadata of class-validator about a property of a class, sorted by when it asks. */
interface Property {
  name: string;
  conditions: ((object: object, value: unknown) => boolean)[];
  presence: Check[];
  checks: Check[];
  isNested: boolean;
}

type Check = (object: object, value: unknown) => boolean;
type Metadata = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];

/**
 * Whether class-validator would find nothing wrong: its own constraints in its own order, but without the errors that it prepares for each
 * property in case one is needed. These errors were two fifths of the cost of reading a request, and nearly all requests are right. Where
 * it is not sure it says false, and the library decides. @param options `whitelist` stands for `forbidNonWhitelisted` too
 */
export function flawless(options: ValidatorOptions): (value: object) => boolean {
  const { whitelist = false, forbidUnknownValues = true, skipUndefinedProperties = false } = options;
  const classes = new WeakMap<object, Map<string, Property>>();

  const propertiesOf = (value: object): Map<string, Property> => {
    const type = value.constructor;
    let properties = classes.get(type);
    if (!properties) {
      const { strictGroups = false, always = false, groups } = options;
      const storage = getMetadataStorage();
      const byName = storage.groupByPropertyName(storage.getTargetValidationMetadatas(type, '', always, strictGroups, groups));
      properties = new Map(Object.entries(byName).map(([name, found]) => [name, propertyOf(name, found)]));
      classes.set(type, properties);
    }
    return properties;
  };

  const isRight = (object: object): boolean => {
    const properties = propertiesOf(object);
    if (properties.size === 0) return !forbidUnknownValues;
    if (whitelist) for (const key of Object.keys(object)) if (!properties.has(key)) return false;
    for (const { name, conditions, presence, checks, isNested } of properties.values()) {
      const value = (object as Record<string, unknown>)[name];
      if (!conditions.every((condition) => condition(object, value))) continue;
      if (!presence.every((check) => check(object, value))) return false;
      if (value === undefined && skipUndefinedProperties) continue;
      if (!checks.every((check) => check(object, value))) return false;
      if (isNested && value !== undefined && !(isPlain(value) && isRight(value))) return false;
    }
    return true;
  };
  return isRight;
}

function propertyOf(name: string, found: readonly Metadata[]): Property {
  const of = (type: string) => found.filter((metadata) => metadata.type === type);
  return {
    name,
    conditions: of(ValidationTypes.CONDITIONAL_VALIDATION).map(({ constraints }) => constraints[0]),
    presence: of(ValidationTypes.IS_DEFINED).flatMap(checksOf),
    checks: of(ValidationTypes.CUSTOM_VALIDATION).flatMap(checksOf),
    isNested: of(ValidationTypes.NESTED_VALIDATION).length > 0,
  };
}

function checksOf({ constraintCls, constraints, propertyName, each, validateIf }: Metadata): Check[] {
  return getMetadataStorage()
    .getTargetValidatorConstraints(constraintCls)
    .map(({ instance, async }) => (object, value) => {
      if (each || async || validateIf) return false;
      return (
        instance.validate(value, { targetName: object.constructor.name, property: propertyName, object, value, constraints }) ===
        true
      );
    });
}

function isPlain(value: unknown): value is object {
  return value instanceof Object && !Array.isArray(value) && !(value instanceof Set) && !(value instanceof Map);
}

/**
 * Caches class-validator's metadata per class. Without it the decorators of all classes are searched for every validated object, which
 * was two fifths of the cost of reading a request (docs/adr/0008-request-validation.md). Decorators don't change after a class is defined.
 */
export function cacheMetadata(): void {
  const storage = getMetadataStorage();
  const find = storage.getTargetValidationMetadatas.bind(storage);
  const cache = new WeakMap<object, Map<string, ReturnType<typeof find>>>();
  storage.getTargetValidationMetadatas = (target, schema, always, strictGroups, groups) => {
    const key = `${schema},${always},${strictGroups},${groups}`;
    const cached = cache.get(target)?.get(key);
    if (cached) return cached;
    const found = find(target, schema, always, strictGroups, groups);
    cache.set(target, (cache.get(target) ?? new Map()).set(key, found));
    return found;
  };
}
