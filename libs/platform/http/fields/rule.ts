import { registerDecorator } from 'class-validator';
import { type FieldCode, type IsState, NOT_A_STATE } from '#platform/kernel';
import type { Fault } from './field.js';

/** The means of a rule over several fields; paths are relative to the object with the rule. */
export interface Check {
  refuse(path: string, code: FieldCode, message: string): void;
  /** Whether the field is already known to be wrong (it is undefined then). */
  wrong(path: string): boolean;
}

/** The name of a rule's constraint, and the validation group in which rules run, after the fields. */
export const RULE = 'rule';

const wrongFields = new WeakMap<object, Set<string>>();
let rules = 0;

/** Removes an invalid field from its object, so that rules never see a rejected value. */
export function setAside(target: object, name: string): void {
  wrongFields.set(target, (wrongFields.get(target) ?? new Set()).add(name));
  (target as Record<string, unknown>)[name] = undefined;
}

function isWrong(target: object, path: string): boolean {
  const names = path.split('.');
  const last = names.pop() as string;
  const owner = names.reduce<unknown>((at, name) => (at as Record<string, unknown> | null | undefined)?.[name], target);
  return wrongFields.get(owner as object)?.has(last) ?? false;
}

/**
 * A rule over several fields of a request class, run after each field was read:
 * `@Rule((shipping: Shipping, check) => …)` reports with `check.refuse('dimensions.width', 'required', '…')`.
 */
export function Rule<T>(rule: (value: T, check: Check) => void): ClassDecorator {
  const run = (value: object): Fault[] => {
    const faults: Fault[] = [];
    rule(value as T, {
      refuse: (at, code, message) => void faults.push({ at, code, message }),
      wrong: (path) => isWrong(value, path),
    });
    return faults;
  };
  // class-validator only knows properties, and overrides an inherited one of the same name: each rule needs a unique name.
  const propertyName = `@rule ${rules++}`;
  return (target) =>
    registerDecorator({
      name: RULE,
      target,
      propertyName,
      options: { groups: [RULE] },
      validator: {
        validate: (_, args) => args === undefined || run(args.object).length === 0,
        defaultMessage: (args) => JSON.stringify(args === undefined ? [] : run(args.object)),
      },
    });
}

/**
 * Rejects a state that does not exist in the country given with it, together with all other wrong fields of the request. A state given
 * without a country is checked by the record's own rule against the stored country.
 */
export function StateOfCountry(isState: IsState): ClassDecorator {
  return Rule<{ countryID?: string | null; state?: string | null }>(({ countryID, state }, check) => {
    if (countryID && state && !isState(countryID, state)) check.refuse('state', 'not_allowed', NOT_A_STATE);
  });
}

/** Two times, or dates: the first must not be after the last (decisions.md, section 3: `startDate` after `endDate` is rejected). */
export function InOrder(first: string, last: string): ClassDecorator {
  return Rule<Record<string, Date | string | undefined>>((query, check) => {
    const [from, to] = [query[first], query[last]];
    if (from && to && from > to) check.refuse(first, 'out_of_range', `Must not be after ${last}.`);
  });
}
