import type { RulesetDefinition } from '@stoplight/spectral-core';
import owasp from '@stoplight/spectral-owasp-ruleset';

// What Spectral's OWASP rules ask for, and where this document does otherwise, with the reason.

/** Its types are those of its CommonJS form. */
const ruleset = owasp as unknown as RulesetDefinition & { rules: Record<string, object> };

/** Routes without a token: their callers are counted by address, or not at all, and they never answer 401 for want of a token. */
const WITH_TOKEN = '$.paths[?(!@property.match(/^.(health|images|api.v2.(auth|desk.session|provider-events))/))]';

/** Only what is sent to the service can be too much for it; what it answers was limited when it was sent. */
const sent = (type: string) => [
  `$.paths..parameters[?(@ && @.schema && @.schema.type == "${type}")].schema`,
  ...[`@.type == "${type}"`, `@.type.constructor.name === "Array" && @.type.includes("${type}")`].map(
    (is) => `$.paths..requestBody..[?(@ && @.type && ${is})]`,
  ),
];

/** One of the rules, for a part of the document. */
function narrowed(name: string, given: string | string[]) {
  const rule = ruleset.rules[name];
  if (!rule) throw new Error(`There is no rule ${name}.`);
  return { ...rule, given };
}

const limited = (name: string, given: string | string[]) => ({ [name]: narrowed(name, given) });

export const OWASP = {
  extends: [ruleset],
  rules: {
    ...limited('owasp:api4:2023-string-limit', sent('string')),
    ...limited('owasp:api4:2023-array-limit', sent('array')),
    // Texts are what people write, names above all: those with a form state it.
    'owasp:api4:2023-string-restricted': 'off',
    ...limited('owasp:api4:2023-rate-limit', `${WITH_TOKEN}..responses[?(@property.match(/^(2|4)/))]`),
    ...limited('owasp:api4:2023-rate-limit-responses-429', `${WITH_TOKEN}..responses`),
    ...limited('owasp:api8:2023-define-error-responses-401', `${WITH_TOKEN}..responses`),
    // Where the operator allows origins (CORS_ORIGINS), each is answered its own name; else there is no such header.
    'owasp:api8:2023-define-cors-origin': 'off',
    // A route without a capability or `@Public` keeps the service from starting; the public ones stand in the role matrix.
    'owasp:api2:2023-read-restricted': 'off',
    'owasp:api2:2023-write-restricted': 'off',
    // A token's ID is no secret.
    ...limited(
      'owasp:api2:2023-no-credentials-in-url',
      '$..parameters[?(@ && @.in && @.in.match(/query|path/) && @.name !== "tokenID")].name',
    ),
  },
} as unknown as RulesetDefinition;
