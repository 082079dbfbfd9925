import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { describeApi } from '../../apps/api/src/describe-api.js';
import { readDocument } from '../support/open-api.js';

type Schema = Record<string, unknown> & { properties?: Record<string, Schema> };
interface Operation {
  operationId: string;
  summary?: string;
  description?: string;
  responses: Record<string, { description: string }>;
  requestBody?: { content: Record<string, { schema: { $ref?: string }; examples?: Record<string, { value: object }> }> };
  tags?: string[];
  'x-extension'?: boolean;
  parameters: { name: string; in: string; description?: string; 'x-extension'?: boolean }[];
}

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

/** `GET /users/{userID}` for each row of the specification's endpoint tables. */
const SPECIFIED = [...read('docs/spec/api-v2.md').matchAll(/^\| (GET|POST|PUT|DELETE) \| (\/\S+) \|/gm)].map(
  ([, method, path]) => `${method} /api/v2${path!.replace(/:(\w+)/g, '{$1}')}`,
);

let document: {
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
let operations: Map<string, Operation>;

beforeAll(() => {
  document = readDocument();
  const entries = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
  );
  operations = new Map(entries);
});

describe('the OpenAPI document', () => {
  it('is committed as it is (npm run openapi writes it)', async () => {
    expect(JSON.parse(read('openapi.json'))).toEqual(JSON.parse(JSON.stringify(await describeApi())));
  });

  it('says nothing at length a second time', () => {
    const text = read('openapi.json');
    for (const said of ['`internal_error`:', '`idempotency_mismatch`:', 'Makes a retried request', 'Calls left of the limit'])
      expect([said, text.split(said).length - 1]).toEqual([said, 1]);
    // 12,000 for an operation before parts were shared.
    expect(text.length / [...text.matchAll(/"operationId"/g)].length).toBeLessThan(5_000);
  });

  it('says the default of what is sent in words: generators of clients take the keyword for a field that is always there', () => {
    const defaults = (schema: Schema): string[] =>
      Object.entries(schema.properties ?? {}).flatMap(([name, one]) => [...('default' in one ? [name] : []), ...defaults(one)]);
    const sent = [...operations.values()].flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
    const schemas = [...sent.map(({ schema }) => schema as Schema), ...Object.values(document.components.schemas)];
    expect(schemas.length).toBeGreaterThan(100);
    expect(schemas.flatMap(defaults)).toEqual([]);
    expect(JSON.stringify(document)).not.toContain('[object');
  });

  it('has every endpoint of the specification, and marks all others as extensions', () => {
    expect(SPECIFIED.length).toBeGreaterThan(30);
    const plain = [...operations].filter(([, operation]) => !operation['x-extension']).map(([name]) => name);
    expect(plain.sort()).toEqual([...SPECIFIED].sort());
    const beyond = [...operations.values()].filter((operation) => operation['x-extension']);
    expect(beyond.length).toBeGreaterThan(30);
    expect(beyond.filter(({ tags }) => !tags?.includes('Beyond v2')).map(({ operationId }) => operationId)).toEqual([]);
  });

  it('names every operation once, as a method of a client', () => {
    const names = [...operations.values()].map(({ operationId }) => operationId);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !/^[a-z]+([A-Z][a-z0-9]+)*$/.test(name))).toEqual([]);
    const silent = [...operations.values()].filter(({ summary, tags }) => !summary || !tags?.length);
    expect(silent.map(({ operationId }) => operationId)).toEqual([]);
  });

  it('says of every operation more than its summary does, and under one heading', () => {
    expect(newWordsOf('List colors', 'List the colors.\n\nFor: `group_admin`.')).toBeLessThan(3);
    const silent = [...operations].filter(([, { summary = '', description = '' }]) => newWordsOf(summary, description) < 8);
    expect(silent.map(([name]) => name)).toEqual([]);
    const unfinished = [...operations].filter(([, { description = '' }]) => !/\.$/.test(description));
    expect(unfinished.map(([name]) => name)).toEqual([]);
    const headings = [...operations].map(([name, { tags = [] }]) => [name, tags.filter((tag) => tag !== 'Beyond v2').length]);
    expect(headings.filter(([, count]) => count !== 1)).toEqual([]);
  });

  it('says of every problem what to do about it', () => {
    const answers = [...operations].flatMap(([name, { responses }]) =>
      Object.entries(responses)
        .filter(([status]) => status >= '400')
        .map(([status, { description }]) => `${name} ${status} ${description}`),
    );
    expect(answers.length).toBeGreaterThan(500);
    expect(answers.filter((line) => !/- `[a-z_]+`: .+\. .+\./.test(line))).toEqual([]);
  });

  it('has the body of every webhook, with the headers that sign it', () => {
    expect(Object.keys(document.webhooks)).toEqual(expect.arrayContaining(['item-status', 'request-status', 'test']));
    const ids = Object.values(document.webhooks).map(({ post }) => post!.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const [type, { post }] of Object.entries(document.webhooks)) {
      expect(post!.parameters.map(({ name }) => name)).toEqual(['webhook-id', 'webhook-timestamp', 'webhook-signature']);
      const { schema } = post!.requestBody!.content['application/json']!;
      const body = document.components.schemas[schema.$ref!.split('/').at(-1)!];
      expect([type, body?.properties?.type?.enum]).toEqual([type, [type]]);
    }
  });

  it('shows the smallest body and a full one, required fields first', () => {
    const { examples } = document.paths['/api/v2/items']!.post!.requestBody!.content['application/json']!;
    const required = ['item', 'location', 'departuredDate', 'locationID', 'shipping'];
    expect(Object.keys(examples!.smallest!.value)).toEqual(required);
    expect(Object.keys(examples!.full!.value).slice(0, required.length)).toEqual(required);
    expect(Object.keys(examples!.full!.value)).toContain('owner');
    const bodies = [...operations].flatMap(([name, { requestBody }]) => {
      const media = requestBody?.content['application/json'];
      return media ? [[name, media] as const] : [];
    });
    const partial = bodies.filter(([, { examples }]) => Object.keys(examples!.full!.value).length > 1 && !examples!.smallest);
    // What these take is required, or a list of what another operation describes.
    expect(partial.map(([name]) => name)).toEqual([
      'PUT /api/v2/locations/{locationID}/languages',
      'POST /api/v2/users/invitations',
      'PUT /api/v2/me/password',
    ]);
  });

  it('protects every record that counts its versions from changes made by others meanwhile', () => {
    const counted = Object.entries(document.paths).filter(([, { get }]) =>
      JSON.stringify(get?.responses[200] ?? '').includes('for `If-Match`'),
    );
    expect(counted.length).toBeGreaterThan(8);
    const unguarded = counted.flatMap(([path, methods]) =>
      Object.entries(methods)
        .filter(([method, { parameters }]) => method !== 'get' && !parameters.some(({ name }) => name === 'If-Match'))
        .map(([method]) => `${method} ${path}`),
    );
    // Giving an import up is right whatever it has done meanwhile.
    expect(unguarded).toEqual(['delete /api/v2/imports/{importID}']);
  });

  it('describes every parameter and every field', () => {
    const silent = [...operations].flatMap(([name, { parameters }]) =>
      parameters.filter(({ description }) => !description).map((parameter) => `${name} ${parameter.name}`),
    );
    const fields = Object.entries(document.components.schemas).flatMap(([name, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([, field]) => !field.$ref && (!field.description || (isValue(field) && field.example === undefined)))
        .map(([field]) => `${name}.${field}`),
    );
    expect([...silent, ...fields]).toEqual([]);
  });

  it('marks count, after, filters and If-Match on specified endpoints as extensions', () => {
    const specified = new Set(['limit', 'page', 'status', 'startDate', 'endDate']);
    for (const [name, { parameters, 'x-extension': beyond }] of operations) {
      if (beyond) continue;
      for (const parameter of parameters) {
        const isFilter = parameter.name === 'status' && !name.includes('/webhooks/');
        const plain = parameter.in === 'path' || (specified.has(parameter.name) && !isFilter);
        expect([name, parameter.name, parameter['x-extension'] ?? false]).toEqual([name, parameter.name, !plain]);
      }
    }
  });
});

/** How many words of a description its summary does not have; for whom the operation is does not count. */
function newWordsOf(summary: string, description: string): number {
  const words = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\d]+/gu));
  return [...words(description.split('\n\nFor: ')[0]!)].filter((word) => !words(summary).has(word)).length;
}

/** Lists of objects and objects show their examples in their own fields. */
function isValue(field: Schema): boolean {
  const types = [field.type].flat();
  return types.some((type) => ['string', 'integer', 'number', 'boolean'].includes(String(type)));
}
