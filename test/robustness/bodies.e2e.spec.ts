import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';
import type { Described } from './requests.js';

const BODIES = [undefined, '', 'null', '[]', '[null]', '"text"', '7', 'true', '{}', '{"items":null}'];
const document: Described = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { requestBody }]) => requestBody?.content['application/json'])
    .map(([method]) => [method.toUpperCase(), path] as const),
);

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

it.each(operations)('%s %s never fails at a body that is missing or no object', async (method, template) => {
  const url = `${service.url}${template.replace(/\{\w+\}/g, '1')}`;
  const statuses = BODIES.map(async (body) => {
    const headers = { authorization: `Bearer ${service.token}`, 'content-type': body === undefined ? '' : 'application/json' };
    return (await fetch(url, { method, headers, ...(body !== undefined && { body }) })).status;
  });
  expect((await Promise.all(statuses)).filter((status) => status >= 500)).toEqual([]);
});

it('there are operations with a body', () => expect(operations.length).toBeGreaterThan(30));
