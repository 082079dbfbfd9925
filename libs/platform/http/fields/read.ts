import { plainToInstance } from 'class-transformer';
import { isObject, type ValidationError, type ValidatorOptions, validateSync } from 'class-validator';
import { type FieldError, ValidationFailed } from '#platform/kernel';
import { fieldErrors, unknownField } from './errors.js';
import { cacheMetadata, flawless } from './flawless.js';
import { sanitize } from './plain.js';
import { readPlain } from './plain-reader.js';
import { RULE, setAside } from './rule.js';

type RequestClass<T> = abstract new () => T;

/** Errors of an answer at most. */
export const MOST_ERRORS = 100;
const COMMON = { stopAtFirstError: true, validationError: { target: true, value: false } } as const;

cacheMetadata();

/** Fields are validated first, each separately; rules are in a separate validation group. */
const FIELDS: ValidatorOptions = {
  ...COMMON,
  whitelist: true,
  forbidNonWhitelisted: true,
  skipUndefinedProperties: true,
  strictGroups: true,
};
const RULES: ValidatorOptions = { ...COMMON, groups: [RULE], forbidUnknownValues: false };
const [hasGoodFields, keepsRules] = [flawless(FIELDS), flawless(RULES)];

/** Reads a whole body or query into its class. @throws ValidationFailed with every wrong field */
export function readRequest<T extends object>(type: RequestClass<T>, raw: unknown): T {
  if (!isObject(raw)) throw new ValidationFailed([{ field: 'body', code: 'invalid_type', message: 'Must be an object.' }]);
  const usual = readPlain(type as new () => T, raw);
  if (usual && hasGoodFields(usual) && keepsRules(usual)) return usual;
  const names = sanitize(raw);
  const value = plainToInstance(type as new () => T, raw);
  if (names.length === 0 && hasGoodFields(value) && keepsRules(value)) return value;
  const tree = validateSync(value, FIELDS);
  for (const error of tree) setWrongAside(error);
  const found = [...fieldErrors(tree), ...fieldErrors(validateSync(value, RULES))];
  const errors = [...reserved(names, found), ...found];
  if (errors.length > 0) throw new ValidationFailed(oneForEachField(errors).slice(0, MOST_ERRORS));
  return value;
}

function setWrongAside({ target, property, constraints, children = [] }: ValidationError): void {
  if (constraints && target) setAside(target, property);
  for (const child of children) setWrongAside(child);
}

/** Names like `constructor` are unknown fields everywhere; inside a value that is already rejected they aren't reported. */
function reserved(names: string[], found: FieldError[]): FieldError[] {
  const named = names.slice(0, MOST_ERRORS).filter((name) => !found.some(({ field }) => name.startsWith(`${field}.`)));
  return named.map(unknownField);
}

function oneForEachField(errors: FieldError[]): FieldError[] {
  return [...new Map(errors.toReversed().map((error) => [error.field, error])).values()].toReversed();
}
