import type { OpenAPIObject } from '@nestjs/swagger';
import type { ContextApis } from '../context-api/context-apis.js';
import { BEYOND } from '../fields/beyond.js';
import { LARGEST_INTEGER } from '../fields/number.js';
import { mergeResponses, type ProblemResponse, problemResponses } from './problem-responses.js';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & Record<string, unknown>;

const EXTENSION = 'Beyond v2';

interface Parameter extends Extract<NonNullable<Operation['parameters']>[number], { in: unknown }> {
  schema?: { type?: string; example?: unknown; maxLength?: number };
}

/**
 * Adds the route's own problems and what all routes share: common problems, descriptions of path parameters, `If-Match` and
 * `Idempotency-Key`.
 * @throws Error when no context defines its capability or one of its problems
 */
export function completeOperation(operation: Operation, method: string, path: string, apis: ContextApis): void {
  const extensions = Object.entries(operation).filter(([name]) => name.startsWith('x-'));
  for (const [name] of extensions) delete operation[name];
  Object.assign(operation, { tags: tagsOf(operation.tags ?? [], apis.tagOf(path)) }, Object.fromEntries(extensions));
  const capability = operation['x-capability'];
  if (typeof capability === 'string' && !apis.defines(capability)) throw new Error(`No context defines ${capability}.`);
  describeOperation(operation, typeof capability === 'string' ? apis.audienceOf(capability) : undefined);
  const open = operation['x-public'] === true;
  if (open) {
    operation.security = [];
    delete operation['x-public'];
  }
  const parameters = (operation.parameters ?? []) as Parameter[];
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  for (const parameter of inPath) describe(parameter);
  for (const parameter of parameters) if (parameter.in === 'query') describeExample(parameter);
  const responses = operation.responses as Record<string, ProblemResponse>;
  const problems = operation['x-problems'] as { codes: ReadonlySet<string> } | undefined;
  delete operation['x-problems'];
  document(responses, problems?.codes ?? [], apis);
  if (responses[412]) parameters.push(IF_MATCH);
  if (method === 'get') documentTag(responses[200], responses, parameters);
  const isRepeatable = method === 'post' && !open;
  if (isRepeatable) {
    parameters.push(IDEMPOTENCY_KEY);
    for (const status of [200, 201, 202]) documentReplay(responses[status]);
  }
  operation.parameters = parameters;
  const body = operation.requestBody !== undefined;
  const codes = [
    ...(open ? [] : ['unauthenticated', 'forbidden', 'rate_limited']),
    ...(inPath.length > 0 ? ['not_found'] : []),
    ...(isRepeatable ? ['idempotency_conflict', 'idempotency_mismatch'] : []),
    'validation_failed',
    ...(body ? ['malformed_json', 'payload_too_large', 'unsupported_media_type'] : []),
    'not_acceptable',
    'internal_error',
    'unavailable',
  ];
  document(responses, codes, apis);
  // Answers of 500 on are of one form for all operations: the call was counted before it failed, or not.
  for (const [status, answer] of Object.entries(responses)) if (!open || status >= '500') addRateLimit(answer);
}

/** The operation's own tag comes first: generators of clients look at the first tag alone. */
function tagsOf(tags: readonly string[], own: string | undefined): string[] {
  const subjects = tags.filter((tag) => tag !== EXTENSION);
  return [...(subjects.length === 0 && own ? [own] : subjects), ...tags.filter((tag) => tag === EXTENSION)];
}

/** Says for whom the operation is, behind what it does. */
function describeOperation(operation: Operation, audience: string | undefined): void {
  if (audience) operation.description = `${operation.description ?? ''}\n\nFor: ${audience}.`;
}

function addRateLimit(answer: Answer): void {
  answer.headers = { ...answer.headers, RateLimit: RATE_LIMIT, 'RateLimit-Policy': RATE_LIMIT_POLICY };
}

/** A record that is read alone has an `ETag`, and needs not be sent again to who has it. */
function documentTag(answer: Answer | undefined, responses: Record<string, object>, parameters: Parameter[]): void {
  if (answer?.content?.['application/json']?.schema?.$ref === undefined) return;
  answer.headers = { ...answer.headers, ETag: answer.headers?.ETag ?? ETAG };
  responses[304] = { description: 'Unchanged: `If-None-Match` names the `ETag`.', headers: { ETag: ETAG } };
  parameters.push(IF_NONE_MATCH);
}

function documentReplay(answer: Answer | undefined): void {
  if (answer) answer.headers = { ...answer.headers, 'Idempotent-Replayed': REPLAYED };
}

interface Answer {
  headers?: Record<string, object>;
  content?: Record<string, { schema?: { $ref?: string } }>;
}

/** A header of an answer that the specification does not have. */
const header = (description: string, schema: object, more: object = {}) => ({ description, ...more, schema, ...BEYOND });

const SHORT = { type: 'string', maxLength: 100 };
const RATE_LIMIT = header('Calls left of the limit, and in how many seconds it is reset: `"calls";r=99;t=60`.', SHORT);
const RATE_LIMIT_POLICY = header('How many calls the limit allows in how many seconds: `"calls";q=100;w=60`.', SHORT);
const ETAG = header('Another one when the answer is another, for `If-None-Match`.', SHORT, { required: true });
const REPLAYED = header('`true` where the request had been carried out before, with the same `Idempotency-Key`.', {
  type: 'string',
  enum: ['true'],
});

/** A header of requests that the specification does not have. */
const requestHeader = (name: string, description: string, bounds: object) =>
  ({ name, in: 'header', required: false, description, schema: { type: 'string', ...bounds }, ...BEYOND }) as Parameter;

const IF_NONE_MATCH = requestHeader(
  'If-None-Match',
  'An `ETag` as last read: 304 without a body where nothing has changed since. Example: `"7"`.',
  { maxLength: 1000 },
);

const IF_MATCH = requestHeader(
  'If-Match',
  'The `ETag` of the record as last read: the request fails with 412 when it has changed since. Example: `"7"`.',
  { maxLength: 1000 },
);

const IDEMPOTENCY_KEY = requestHeader(
  'Idempotency-Key',
  'Makes a retried request take effect only once: for 24 hours the same request with the same key gets the first response again, ' +
    'its record as it is now; 404 where that is gone or out of reach. Errors are not stored.',
  { minLength: 1, maxLength: 255 },
);

function document(responses: Record<string, ProblemResponse>, codes: Iterable<string>, { problems }: ContextApis): void {
  for (const [status, response] of Object.entries(problemResponses(codes, problems))) {
    responses[status] = mergeResponses(responses[status], response);
  }
}

const LOCATION_ID = { type: 'string', pattern: '^[a-z0-9-]{1,32}:[1-9][0-9]*$', maxLength: 43, example: 'demo:1' };
const UUID = { type: 'string', format: 'uuid', maxLength: 36 };
const NUMBER_ID = { type: 'integer', minimum: 1, maximum: LARGEST_INTEGER, example: 1 };

/** A path parameter is an identifier; a malformed one gets the same 404 as an unknown one. */
function describe(parameter: Parameter): void {
  parameter.description ??= `Identifier of the ${parameter.name.replace(/ID$/, '')}.`;
  if (parameter.name === 'locationID') parameter.schema = LOCATION_ID;
  else if (parameter.schema?.type === 'number') parameter.schema = NUMBER_ID;
  else if (parameter.schema?.type === 'string' && !parameter.schema.maxLength) parameter.schema = UUID;
}

/** Moves the example into the description: Swagger UI would fill it in and send it, a filter or key that the user did not choose. */
function describeExample(parameter: Parameter): void {
  const { example, ...schema } = parameter.schema ?? {};
  if (example === undefined) return;
  parameter.schema = schema;
  if (typeof example !== 'boolean')
    parameter.description = `${parameter.description?.replace(/\.$/, '')}. Example: \`${example}\`.`;
}
