import { afterAll, beforeAll, expect, it } from 'vitest';
import { callsWith } from '../support/call.js';
import { readDocument } from '../support/open-api.js';
import { type Contract, startContract } from './contract.js';

interface Schema {
  $ref?: string;
  type?: string | string[];
  anyOf?: Schema[];
  enum?: unknown[];
  format?: string;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
}
interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } } =
  readDocument();

const operations = Object.entries(document.paths).flatMap(([template, methods]) =>
  Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
    name: `${method.toUpperCase()} ${template}`,
    method: method.toUpperCase(),
    path: template
      .replace('/api/v2', '')
      .replace('{locationID}', 'demo:1')
      .replace(/\{\w+\}/g, '1'),
    schema: requestBody?.content['application/json']?.schema,
    query: parameters.filter((one) => one.in === 'query'),
  })),
);

let service: Contract;
let ofUser: string;
beforeAll(async () => {
  service = await startContract();
  await service.location();
  await service.user('self');
  ofUser = (await service.signIn('self')).accessToken;
});
afterAll(() => service?.stop());

/** A schema without what only says that it may be null. */
function plain(schema: Schema): Schema {
  if (schema.$ref) return plain(document.components.schemas[schema.$ref.split('/').at(-1)!]!);
  const forms = schema.anyOf?.filter(({ type }) => type !== 'null');
  return forms?.length === 1 ? { ...schema, anyOf: undefined, ...plain(forms[0]!) } : schema;
}
const typesOf = (schema: Schema) => [schema.type ?? []].flat().filter((type) => type !== 'null');

const mayBeNull = (schema: Schema): boolean =>
  [schema.type].flat().includes('null') || (schema.anyOf?.some(mayBeNull) ?? false) || schema.enum?.includes(null) === true;

/** A value for each field that has one, those of parts and of lists of parts included, by path with the code of its refusal. */
type Values = (
  field: Schema,
  given: { isRequired: boolean; mayBeNull: boolean },
) => [value: unknown, code: string | { '.0': string }] | undefined;
function filled(schema: Schema, values: Values, path = ''): { body: Record<string, unknown>; faults: string[] } {
  const body: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, given] of Object.entries(schema.properties ?? {})) {
    const field = plain(given);
    const at = `${path}${name}`;
    const isRequired = schema.required?.includes(name) ?? false;
    const own = values(field, { isRequired, mayBeNull: mayBeNull(given) });
    const part = field.properties ? field : field.items && plain(field.items);
    if (own) {
      body[name] = own[0];
      faults.push(typeof own[1] === 'string' ? `${at} ${own[1]}` : `${at}.0 ${own[1]['.0']}`);
    } else if (part?.properties) {
      const inner = filled(part, values, field.items ? `${at}.0.` : `${at}.`);
      body[name] = field.items ? [inner.body] : inner.body;
      faults.push(...inner.faults);
    }
  }
  return { body, faults };
}

/** A text that is read as what it says is refused as that. */
const BEYOND = 'too_long, invalid_format or not_allowed';
/** A page is past the end from here on, however far. */
const ENDLESS = Number.MAX_SAFE_INTEGER;
const isInteger = (field: Schema) => typesOf(field).join() === 'integer';
const isOfText = (field: Schema) => typesOf(field).join() === 'string' && !field.enum;
const isText = (field: Schema) => isOfText(field) && !field.format && !field.pattern;
const KINDS: [string, Values][] = [
  [
    'what is required is left out',
    (field, { isRequired }) => (isRequired && !field.properties ? [undefined, 'required'] : undefined),
  ],
  [
    'a value is of another type',
    (field) =>
      field.properties || typesOf(field).length === 0
        ? undefined
        : [typesOf(field).includes('boolean') ? 'x' : true, 'invalid_type'],
  ],
  [
    'a value is null that may not be',
    (field, { mayBeNull }) => (mayBeNull || typesOf(field).length === 0 ? undefined : [null, 'invalid_type or required']),
  ],
  [
    'an element is of another type',
    (field) => (field.items && typesOf(plain(field.items)).length > 0 ? [[true], { '.0': 'invalid_type' }] : undefined),
  ],
  ['an element is none of its list', (field) => (field.items?.enum ? [['not there'], { '.0': 'not_allowed' }] : undefined)],
  ['a part is none', (field) => (field.properties ? ['x', 'invalid_type'] : undefined)],
  ['a number has a fraction', (field) => (isInteger(field) ? [1.5, 'invalid_type'] : undefined)],
  ['a number is too small', (field) => (field.minimum === undefined ? undefined : [field.minimum - 1, 'out_of_range'])],
  [
    'a number is too large',
    (field) => (field.maximum === undefined || field.maximum === ENDLESS ? undefined : [field.maximum + 1, 'out_of_range']),
  ],
  ['a text is too long', (field) => (isText(field) && field.maxLength ? ['x'.repeat(field.maxLength + 1), BEYOND] : undefined)],
  [
    'a text is too short',
    (field) =>
      isText(field) && field.minLength ? ['x'.repeat(field.minLength - 1), 'too_short, required or not_allowed'] : undefined,
  ],
  ['a text is not of its format', (field) => (field.format && isOfText(field) ? ['not so', 'invalid_format'] : undefined)],
  [
    'a value is none of its list',
    (field) => (field.enum && typesOf(field).join() === 'string' ? ['not there', 'not_allowed'] : undefined),
  ],
];
const AT_BOUNDS: [string, Values][] = [
  ['numbers are the smallest', (field) => (field.minimum === undefined ? undefined : [field.minimum, 'out_of_range'])],
  ['numbers are the largest', (field) => (field.maximum === undefined ? undefined : [field.maximum, 'out_of_range'])],
  [
    'texts are the longest',
    (field) => (isText(field) && field.maxLength ? ['x'.repeat(field.maxLength), 'too_long'] : undefined),
  ],
];

/** The faults of a body to which a field too many is added, so that it is refused and changes nothing whatever else it has. */
async function refused({ method, path }: (typeof operations)[number], body: object, query = ''): Promise<string[]> {
  const call = callsWith(service.url, path.startsWith('/me') ? ofUser : service.token);
  const answer = await call(
    method,
    `${path}${query}`,
    method === 'GET' ? undefined : { ...body, ...(!query && { notThere: 1 }) },
  );
  expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  return answer.body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
}

/** Those that are not among the refusals. */
const missing = (faults: string[], found: string[]) =>
  faults.filter((fault) => {
    const [field, ...codes] = fault.split(/,? (?:or )?/);
    return !codes.some((code) => found.includes(`${field} ${code}`));
  });

async function judge(
  operation: (typeof operations)[number],
  schema: Schema,
  refusals: typeof KINDS,
  send: (body: object) => Promise<string[]>,
) {
  let judged = 0;
  for (const [kind, values] of refusals) {
    const { body, faults } = filled(schema, values);
    if (faults.length > 0) expect([kind, missing(faults, await send(body))]).toEqual([kind, []]);
    judged += faults.length;
  }
  for (const [kind, values] of AT_BOUNDS) {
    const { body, faults } = filled(schema, values);
    if (faults.length > 0) expect([kind, (await send(body)).filter((fault) => faults.includes(fault))]).toEqual([kind, []]);
  }
  expect(judged, operation.name).toBeGreaterThan(0);
}

it.each(operations.filter(({ schema }) => schema && Object.keys(schema).length > 0))(
  '$name refuses the fields that the document refuses, and no more',
  (operation) => judge(operation, plain(operation.schema!), KINDS, (body) => refused(operation, body)),
);

/** The provider's own answer is taken with whatever it adds. */
const ASKED = operations.filter(({ name, query }) => query.length > 0 && !name.endsWith('/sso/callback'));
it.each(ASKED)('$name refuses the parameters that the document refuses, and no more', (operation) => {
  const schema = { properties: Object.fromEntries(operation.query.map((one) => [one.name, one.schema])) };
  const ofText: typeof KINDS = [
    [
      'a value is no number or flag',
      (field) => (/integer|boolean/.test(typesOf(field).join()) ? ['x', 'invalid_type'] : undefined),
    ],
    ...KINDS.filter(([kind]) => /^a (number|text|value is none)/.test(kind)),
  ];
  const asked = (given: object) => refused(operation, {}, `?notThere=1&${new URLSearchParams(given as Record<string, string>)}`);
  return judge(operation, schema, ofText, asked);
});
