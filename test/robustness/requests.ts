import fc, { type Arbitrary } from 'fast-check';
import { FromSchema, type Schema } from './from-schema.js';
import { mutated } from './hostile.js';

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}
interface Operation {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** The OpenAPI document, as far as requests are made from it. */
export interface Described {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

/** A request as it goes over the wire. `token` is the position of a caller in the list of callers. */
export interface WireRequest {
  method: string;
  path: string;
  token: number;
  headers: [string, string][];
  body?: Uint8Array;
}

const METHODS = ['get', 'put', 'post', 'delete'];

/** Operations that end what the others need come up less often. */
const ENDS = /^(delete|deactivate|take)/;

/** Requests of every operation of the document, most of them good but for one thing. */
export function requestsOf(document: Described): Arbitrary<WireRequest> {
  const schemas = new FromSchema(document.components.schemas);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => {
      const weight = ENDS.test(item[method]!.operationId) ? 1 : 4;
      return { weight, arbitrary: requestOf(method.toUpperCase(), path, item[method]!, schemas) };
    }),
  );
  return fc.oneof(...operations);
}

function requestOf(method: string, template: string, operation: Operation, schemas: FromSchema): Arbitrary<WireRequest> {
  const parameters = operation.parameters ?? [];
  const [type, media] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  const body = media && type === 'application/json' ? mutated(schemas.value(media.schema)).chain(encoded) : stray(type);
  return fc
    .record({
      method: rarely(20, fc.constant(method), fc.constantFrom(...STRANGE_METHODS)),
      path: pathOf(template, parameters, schemas),
      query: queryOf(parameters, schemas),
      token: rarely(8, fc.constant(0), fc.integer({ min: 1, max: 5 })),
      headers: rarely(3, fc.constant([]), fc.array(header, { minLength: 1, maxLength: 3 })),
      body,
    })
    .map(({ method, path, query, token, headers, body }) => ({
      method,
      path: query === '' ? path : `${path}?${query}`,
      token,
      headers: [...(body ? [['content-type', body.type] as [string, string]] : []), ...(headers as [string, string][])],
      ...(body && { body: body.bytes }),
    }));
}

/** The usual one, but the other once in so many times. */
function rarely<U, R>(times: number, usual: Arbitrary<U>, rare: Arbitrary<R>): Arbitrary<U | R> {
  return fc.oneof({ weight: times - 1, arbitrary: usual }, { weight: 1, arbitrary: rare });
}

const STRANGE_METHODS = ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND', 'QUERY', 'PUT', 'POST', 'DELETE', 'GET'];

interface Body {
  type: string;
  bytes: Uint8Array;
}

const utf8 = (text: string): Body => ({ type: 'application/json', bytes: Buffer.from(text) });
const MULTIPART = 'multipart/form-data; boundary=b';
const part = (content: string) =>
  `--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n${content}\r\n--b--\r\n`;

/** JSON text in the encoding it should have, now and then in another one, cut off, of another type or too long. */
function encoded(text: string): Arbitrary<Body> {
  const others: (() => Body)[] = [
    () => ({ type: 'application/json', bytes: Buffer.from(`${text.slice(0, -1)}"\u00e9\u00ff"}`, 'latin1') }),
    () => ({ type: 'application/json', bytes: Buffer.concat([Buffer.from(text.slice(0, 3)), Buffer.from([0xff, 0xc0, 0x80])]) }),
    () => ({ type: 'application/json; charset=utf-16', bytes: Buffer.from(text, 'utf16le') }),
    () => ({ type: 'application/json; charset=utf-16le', bytes: Buffer.from(`\ufeff${text}`, 'utf16le') }),
    () => ({ type: 'application/json; charset=latin1', bytes: Buffer.from(text, 'latin1') }),
    () => ({ type: 'application/json; charset=UTF-8', bytes: Buffer.from(`\ufeff${text}`) }),
    () => utf8(text.slice(0, text.length / 2)),
    () => utf8(`${text}${text}`),
    () => utf8(`${' '.repeat(2 ** 20)}${text}`),
    () => utf8(''),
    () => ({ type: 'text/plain', bytes: Buffer.from(text) }),
    () => ({ type: 'application/x-www-form-urlencoded', bytes: Buffer.from('item=1&item[a]=2') }),
    () => ({ type: 'application/merge-patch+json', bytes: Buffer.from(text) }),
    () => ({ type: 'nonsense', bytes: Buffer.from(text) }),
    () => ({ type: MULTIPART, bytes: Buffer.from(part(text)) }),
  ];
  return rarely(
    6,
    fc.constant(() => utf8(text)),
    fc.constantFrom(...others),
  ).map((make) => make());
}

/** A body where none is taken, or of an upload that is no image. */
function stray(type: string | undefined): Arbitrary<Body | null> {
  const json = fc.object({ maxDepth: 1 }).map((fields) => utf8(JSON.stringify({ ...fields, stray: true })));
  if (type?.startsWith('multipart/')) {
    const upload = fc
      .string({ unit: 'binary', maxLength: 200 })
      .map((text) => ({ type: MULTIPART, bytes: Buffer.from(part(text)) }));
    return fc.oneof(upload, json);
  }
  return rarely(10, fc.constant(null), json);
}

const PATH_PARTS = [
  '%00',
  '%ff',
  '%c0%af',
  '..',
  '.',
  '%2e%2e%2f',
  '%',
  '%zz',
  '0',
  '-1',
  '1.0',
  '1e3',
  '01',
  '+1',
  '2147483648',
];
const MORE_PATH_PARTS = [
  '9'.repeat(30),
  'demo:1%00',
  'demo%3a1',
  'other:1',
  'constructor',
  '__proto__',
  '*',
  ':itemID',
  "1'--",
  'a'.repeat(3_000),
];
const oddPart = fc.oneof(
  fc.constantFrom(...PATH_PARTS, ...MORE_PATH_PARTS),
  fc.string({ unit: 'grapheme', maxLength: 10 }).map(encodeURIComponent),
);

function pathOf(template: string, parameters: Parameter[], schemas: FromSchema): Arbitrary<string> {
  const parts = template.split('/').map((step) => {
    if (!step.startsWith('{')) return rarely(200, fc.constant(step), fc.constantFrom('..', step.toUpperCase(), '', '%00'));
    const parameter = parameters.find(({ name }) => `{${name}}` === step)!;
    return rarely(6, schemas.value(parameter.schema, parameter.name).map(written), oddPart);
  });
  return fc.tuple(...parts).map((steps) => `/${steps.join('/').replace(/^\/+/, '')}`);
}

const ODD_QUERIES = [
  'limit=1&limit=2',
  'limit[]=1',
  'limit[a]=1',
  'limit=',
  'limit',
  'limit=1e1',
  'limit=+1',
  'limit=0x1',
  'limit=1000',
];
const MORE_ODD_QUERIES = [
  'page=999999999',
  'page=99999999999999999999',
  'limit=1001',
  'after=2147483648',
  'after=0',
  'q=%00',
  'q=%ff',
  'q=%ed%a0%80',
];
const EVEN_MORE = [
  "q='%26|!:*()<->",
  `q=${'a+'.repeat(120)}`,
  `q=${'%C3%A9'.repeat(255)}`,
  `x=${'y'.repeat(6_000)}`,
  '__proto__[x]=1',
  'constructor=1',
];
const BROKEN = [
  '&&&',
  '=',
  '?',
  '%',
  '%=%',
  'a%00=1',
  'count=yes',
  'status=',
  'status=a&status=b',
  'createdFrom=0000-01-01T00:00:00Z',
];
const DATES = [
  'startDate=2026-02-30T00:00:00Z',
  'startDate=9999-12-31T23:59:59Z',
  'startDate=-1',
  'endDate=0000-00-00T00:00:00Z',
];
const oddQuery = fc.constantFrom(...ODD_QUERIES, ...MORE_ODD_QUERIES, ...EVEN_MORE, ...BROKEN, ...DATES);

function queryOf(parameters: Parameter[], schemas: FromSchema): Arbitrary<string> {
  const taken = parameters.filter((one) => one.in === 'query');
  const given = fc.subarray(taken, { maxLength: Math.min(3, taken.length) }).chain((chosen) => {
    const pairs = chosen.map(({ name, schema }) =>
      schemas.value(schema, name).map((value) => `${name}=${encodeURIComponent(String(value))}`),
    );
    return fc.tuple(...pairs).map((all) => all.join('&'));
  });
  const wrong = fc.tuple(given, oddQuery).map(([good, odd]) => (good === '' ? odd : `${good}&${odd}`));
  return taken.length === 0 ? rarely(10, fc.constant(''), oddQuery) : rarely(3, given, wrong);
}

const HEADERS: Record<string, string[]> = {
  accept: ['*/*', 'text/html', 'application/json;q=0', 'application/problem+json', ';;', 'a/b, */*;q=0.1', '\u00ff', ''],
  'accept-encoding': ['gzip', 'br', 'identity;q=0', '*;q=0'],
  'accept-language': ['nl', '*', '\u00e9'],
  'content-encoding': ['gzip', 'deflate', 'br', 'klingon', 'identity'],
  'content-type': ['application/json', 'text/plain', 'multipart/form-data', 'application/json; charset="', ''],
  cookie: ['a=b', '__proto__=1'],
  expect: ['100-continue', 'nonsense'],
  'idempotency-key': ['a', 'b', 'c', '', ' ', 'k'.repeat(255), 'k'.repeat(256), '\u00ff\u00fe', '"quoted"', '__proto__'],
  'if-match': ['*', '"1"', '"2"', 'W/"1"', '"99999999999999999999"', '1', '"1","2"', '""', ',', '\u00ff'],
  'if-none-match': ['*', '"1"'],
  origin: ['null', 'https://example.com'],
  range: ['bytes=0-1', 'bytes=-1'],
  'x-forwarded-for': ['127.0.0.1', 'nonsense'],
  'x-http-method-override': ['DELETE'],
  'x-request-id': ['mine-1', 'a b', 'x'.repeat(129), '\u00ff', ''],
};

const header = fc
  .constantFrom(...Object.keys(HEADERS))
  .chain((name) => fc.constantFrom(...HEADERS[name]!).map((value): [string, string] => [name, value]));

function written(value: unknown): string {
  return encodeURIComponent(String(value)).replaceAll('%3A', ':');
}
