import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createUser } from '../support/records.js';
import { type Session, startService, type TestService } from '../support/service.js';
import type { Described } from './requests.js';

const BODIES = [undefined, '', 'null', '[]', '[null]', '"text"', '7', 'true', '{}', '{"items":null}'];
const document: Described = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8'));
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, { requestBody }]) => requestBody?.content['application/json'])
    .map(([method]) => [method.toUpperCase(), path] as const),
);

let service: TestService;
let user: Session;
beforeAll(async () => {
  service = await startService();
  await createUser(service.call, 'ann', 'group_admin', await service.location());
  user = await service.signIn('ann');
});
afterAll(() => service?.stop());

it.each(operations)('%s %s refuses a body that is missing or no object', async (method, template) => {
  // What concerns the own account is for users alone.
  const token = /\/me(\/|$)/.test(template) ? user.accessToken : service.token;
  const url = `${service.url}${template.replace(/\{\w+\}/g, '1')}`;
  const statuses = BODIES.map(async (body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': body === undefined ? '' : 'application/json' };
    return (await fetch(url, { method, headers, ...(body !== undefined && { body }) })).status;
  });
  const answers = await Promise.all(statuses);
  expect(answers.filter((status) => status >= 500 || status === 401 || status === 429)).toEqual([]);
  expect(answers.filter((status) => [400, 404].includes(status)).length).toBeGreaterThan(0);
});

it('there are operations with a body', () => expect(operations.length).toBeGreaterThan(30));
