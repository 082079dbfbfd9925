import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readDocument } from './open-api.js';

type Node = Record<string, unknown>;
interface Media {
  schema: Node;
  examples?: Record<string, unknown>;
}
interface Documented {
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, Media>;
}
interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Documented>;
}

/** A request and its response. Bodies are parsed JSON; undefined when there is none, or it is of another type. */
export interface Exchange {
  method: string;
  url: string;
  sent?: unknown;
  status: number;
  headers: Headers;
  type: string | null;
  body?: unknown;
}

const document: { paths: Record<string, Record<string, Operation>>; components: object } = readDocument();
close(document as never);

const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
ajv.addSchema(document, 'openapi.json');

/** Forbids fields of records that the document does not declare. */
function close(node: Node): void {
  if (typeof node.properties === 'object' && node.additionalProperties === undefined) node.additionalProperties = false;
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) close(child as Node);
}

const validators = new Map<string, ValidateFunction>();

/**
 * Compiles what several schemas refer to once: nearly all responses are problem documents.
 * @param at the path of the schema in the document
 * @returns what is wrong with the value
 */
function faults(value: unknown, ...at: string[]): string[] {
  const { $ref } = at.reduce((node, step) => node[step] as Node, document as unknown as Node);
  const own = at.map((step) => encodeURIComponent(step.replace(/~/g, '~0').replace(/\//g, '~1'))).join('/');
  const pointer = typeof $ref === 'string' ? $ref.slice('#/'.length) : own;
  let validate = validators.get(pointer);
  if (!validate) {
    validate = ajv.compile({ $ref: `openapi.json#/${pointer}` });
    validators.set(pointer, validate);
  }
  return validate(value) ? [] : (validate.errors ?? []).map(inWords);
}

function inWords({ instancePath, message, params }: ErrorObject): string {
  return `${instancePath || 'the body'} ${message} ${JSON.stringify(params)}`;
}

/** The headers that are part of answers: where one is not documented, none is sent. */
const OWN_HEADERS = [...new Set(documentedHeaders(document))];

function documentedHeaders(node: Node): string[] {
  const own = typeof node.headers === 'object' ? Object.keys(node.headers as Node) : [];
  return [
    ...own,
    ...Object.values(node).flatMap((child) => (child && typeof child === 'object' ? documentedHeaders(child as Node) : [])),
  ];
}

const routes = Object.keys(document.paths)
  .map((template) => ({ template, pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`) }))
  .sort((one, other) => one.template.split('{').length - other.template.split('{').length);

/**
 * Compares an exchange with openapi.json: the operation documents the status, the body matches the schema for that status without
 * undocumented fields, a problem's code is documented for the status, and an accepted request is one that the document allows.
 * @throws with everything that differs
 */
export function checkExchange(exchange: Exchange): void {
  const { method, url, status } = exchange;
  const path = new URL(url).pathname;
  const template = routes.find(({ pattern }) => pattern.test(path))?.template;
  const operation = document.paths[template ?? '']?.[method.toLowerCase()];
  const wrong = [
    ...(exchange.headers.has('x-request-id') ? [] : ['X-Request-Id is missing']),
    ...(operation ? withOperation(exchange, operation, ['paths', template!, method.toLowerCase()]) : withNone(exchange)),
  ];
  if (wrong.length > 0) {
    throw new Error(
      `${method} ${path} returned ${status}, which differs from openapi.json:\n${wrong.join('\n')}\n${JSON.stringify(exchange.body)}`,
    );
  }
}

function withNone(exchange: Exchange): string[] {
  if (exchange.status < 400) return ['the document has no such operation'];
  return [...problemFaults(exchange), ...faults(exchange.body, 'components', 'schemas', 'ProblemDocument')];
}

function withOperation(exchange: Exchange, operation: Operation, at: string[]): string[] {
  const { status, headers, body, type } = exchange;
  const response = operation.responses[status];
  if (!response) return [`the operation has no response ${status}`];
  const wrong = Object.entries(response.headers ?? {})
    .filter(([name, { required }]) => required && !headers.has(name))
    .map(([name]) => `${name} is missing`);
  wrong.push(
    ...OWN_HEADERS.filter((name) => headers.has(name) && !response.headers?.[name]).map((name) => `${name} is not documented`),
  );
  if (status < 300) wrong.push(...requestFaults(exchange, operation, at));
  const content = response.content ?? {};
  if (Object.keys(content).length === 0) return type === null ? wrong : [...wrong, 'there should be no body'];
  const media = content[type ?? ''];
  if (!media) return [...wrong, `the type is ${type}`];
  if (!type?.endsWith('json')) return wrong;
  if (status >= 400) wrong.push(...problemFaults(exchange, media));
  return [...wrong, ...faults(body, ...at, 'responses', String(status), 'content', type, 'schema')];
}

/** @returns how the body of a webhook differs from its schema in the document */
export function webhookFaults(type: string, body: unknown): string[] {
  return faults(body, 'webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema');
}

function problemFaults({ status, type, body }: Exchange, media?: Media): string[] {
  const problem = (body ?? {}) as { code?: string; type?: string; status?: number };
  const wrong = [];
  if (type !== 'application/problem+json') wrong.push(`the type is ${type}`);
  if (problem.status !== status) wrong.push(`the problem says ${problem.status}`);
  if (problem.type !== `/problems/${problem.code?.replaceAll('_', '-')}`) wrong.push(`the problem is of type ${problem.type}`);
  if (media && !Object.hasOwn(media.examples ?? {}, problem.code ?? '')) wrong.push(`${problem.code} is not documented here`);
  return wrong;
}

function requestFaults({ url, sent }: Exchange, operation: Operation, at: string[]): string[] {
  const known = new Set((operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name));
  const unknown = [...new URL(url).searchParams.keys()].filter((name) => !known.has(name.replace(/(\[\]|\[\d+\])$/, '')));
  const wrong = unknown.map((name) => `it accepted the query parameter ${name}`);
  if (sent === undefined) return wrong;
  if (!operation.requestBody) return JSON.stringify(sent) === '{}' ? wrong : [...wrong, 'it accepted a body'];
  const taken = faults(sent, ...at, 'requestBody', 'content', 'application/json', 'schema');
  return [...wrong, ...taken.map((fault) => `it accepted a request that the document refuses: ${fault}`)];
}

const JSON_TYPE = /^application\/(problem\+)?json/;

/** Whether a request or response has a JSON body by its headers. */
export const isJson = ({ headers }: Request | Response) => JSON_TYPE.test(headers.get('content-type') ?? '');

/**
 * Compares a response with openapi.json as `checkExchange` does.
 * @param sent the JSON of the request
 * @param received the JSON of the response
 */
export function checkResponse({ method, url, sent }: Asked, response: Response, received: string | undefined): void {
  const { status, headers, redirected } = response;
  if (redirected || method === 'HEAD') return;
  const type = headers.get('content-type')?.split(';')[0]?.trim() ?? null;
  checkExchange({ method, url, sent: parsed(sent), status, headers, type, body: parsed(received) });
}

/** As it was before it was judged. */
export const { fetch: send } = globalThis;

/** `fetch` that throws for every exchange that doesn't match openapi.json. */
export async function checkedFetch(...given: Parameters<typeof fetch>): Promise<Response> {
  const [input, init] = given;
  const response = await send(...given);
  const url = input instanceof Request ? input.url : String(input);
  const method = init?.method ?? (input instanceof Request ? input.method : 'GET');
  const sent = typeof init?.body === 'string' ? init.body : undefined;
  checkResponse({ method, url, sent }, response, await jsonOf(response));
  return response;
}

const OF_API = /^http:\/\/(127\.0\.0\.1|localhost):\d+\/(api\/v2|images|health)\//;

/** The same for calls of the API, whatever else is fetched. */
export function judgedFetch(...given: Parameters<typeof fetch>): Promise<Response> {
  const [input] = given;
  return OF_API.test(input instanceof Request ? input.url : String(input)) ? checkedFetch(...given) : send(...given);
}

interface Asked {
  method: string;
  url: string;
  sent: string | undefined;
}

async function jsonOf(message: Response): Promise<string | undefined> {
  return isJson(message) ? message.clone().text() : undefined;
}

function parsed(text = ''): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
