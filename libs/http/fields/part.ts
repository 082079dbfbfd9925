import { type FieldOptions, field } from './field.js';
import { readObject } from './read.js';
import { addRule, type Check, type RequestClass } from './shape.js';

/** An object inside the request, e.g. `owner`; its fields are named `owner.firstName`. */
export function Part(type: () => RequestClass, options: FieldOptions = {}): PropertyDecorator {
  return field(options, (raw, path, faults) => readObject(type(), raw, path, faults), {
    // Swagger knows a lazy type by the name `type` of its function, so the given one is wrapped.
    type: () => type() as never,
  });
}

/**
 * A rule over several fields of a request class, run after each field was read:
 * `@Rule((shipping: Shipping, check) => …)` reports with `check.refuse('dimensions.width', 'required', '…')`.
 */
export function Rule<T>(rule: (value: T, check: Check) => void): ClassDecorator {
  return (target) => addRule(target.prototype, rule as never);
}

/** Two moments that must not be given the wrong way round (decisions.md, section 3: `startDate` after `endDate` is rejected). */
export function InOrder(first: string, last: string): ClassDecorator {
  return Rule<Record<string, Date | undefined>>((query, check) => {
    const [from, to] = [query[first], query[last]];
    if (from && to && from > to) check.refuse(first, 'out_of_range', `Must not be after ${last}.`);
  });
}
