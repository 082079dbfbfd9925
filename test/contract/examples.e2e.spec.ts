import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDemo } from '../support/demo.js';
import { readDocument } from '../support/open-api.js';

interface Schema {
  $ref?: string;
  anyOf?: Schema[];
  example?: unknown;
  properties?: Record<string, Schema>;
}
interface Operation {
  operationId: string;
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema; examples: Record<string, { value: unknown }> }> };
}

const document: { paths: Record<string, Record<string, Operation>>; components: { schemas: Record<string, Schema> } } =
  readDocument();

/** The value that Swagger UI puts into the box of a parameter. */
function example(schema: Schema): unknown {
  if (schema.$ref) return example(document.components.schemas[schema.$ref.split('/').at(-1)!]!);
  if (schema.example !== undefined) return schema.example;
  if (schema.anyOf) return example(schema.anyOf[0]!);
  return Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, field]) => [name, example(field)]));
}

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { requestBody }]) => requestBody?.content['application/json'])
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation, name: operation.operationId })),
);

let service: Awaited<ReturnType<typeof startDemo>>;
beforeAll(async () => {
  service = await startDemo();
  for (const name of ['registerItem', 'makeRequest']) expect((await press(name)).status, name).toBe(201);
});
afterAll(() => service?.stop());

async function press(name: string, size = 'full') {
  const { method, path, operation } = operations.find((one) => one.name === name)!;
  const filled = path.replace(/\{(\w+)\}/g, (_, parameter) =>
    String(example(operation.parameters!.find((one) => one.name === parameter)!.schema)),
  );
  const response = await fetch(service.url + filled, {
    method,
    headers: { authorization: `Bearer ${service.demo.apiToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(operation.requestBody!.content['application/json']!.examples[size]!.value),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

/** The example of `createUser` signs in; a refresh token that works can be no example. */
const SECRET = ['login', 'refresh'];

/** What is for users alone is refused to the API token. */
const USERS_ALONE = ['updateMe', 'updateMyFind', 'changeMyPassword', 'beginTotp', 'enableTotp', 'removeTotp'];

/** What must name all that an item has at the time, or items of a place's own Location, is refused where there are others. */
const OF_ITS_STATE = ['orderPhotos', 'storeItems'];

const examples = operations.flatMap(({ name, operation }) =>
  Object.keys(operation.requestBody!.content['application/json']!.examples).map((size) => [name, size] as const),
);

it.each(examples)('the example of %s (%s) is accepted by the demo, or meets a record in another state', async (name, size) => {
  const { status, body } = await press(name, size);
  const taken = [
    200,
    201,
    202,
    204,
    404,
    409,
    ...(OF_ITS_STATE.includes(name) ? [400] : []),
    // Its carrier is a connection, of which the demo has none.
    ...(name === 'changeLocationShipping' ? [400] : []),
    ...(SECRET.includes(name) ? [401] : []),
    ...(USERS_ALONE.includes(name) ? [403] : []),
  ];
  expect(taken, JSON.stringify(body)).toContain(status);
});
