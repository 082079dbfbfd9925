// Generators of TypeScript from openapi.json: how each is called, and how a program calls what it made.
import { join } from 'node:path';

const json = (value) => JSON.stringify(value);
const isEmpty = (value) => Object.keys(value).length === 0;
const values = ({ path, body }) => [...Object.values(path), body].map(json).join(', ');

/** The smallest body of the guides, of which each program also reads the answer. */
const ITEM = {
  item: 'Phone charger',
  location: 'Room 312',
  departuredDate: '2026-11-20 11:00:00',
  locationID: 'demo:1',
  shipping: {},
};

/**
 * `packages` are installed by the lane, in a folder each; without, the project has it. `make` is the program and its arguments, `begin`
 * what a program begins with, `call` a call, and `read` a function that reads the answer of a call, all in TypeScript.
 */
export const GENERATORS = [
  {
    name: 'openapi-typescript',
    packages: ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0'],
    make: (tool, folder) => [join(tool, 'openapi-typescript'), 'openapi.json', '-o', join(folder, 'made.ts')],
    begin: `import createClient from 'openapi-fetch';
import type { paths } from './made';
const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:3000' });`,
    call: ({ method, template, path, body }) =>
      `client.${method}(${json(template)}, { ${isEmpty(path) ? '' : `params: { path: ${json(path)} }, `}body: ${json(body)} })`,
    read: `async () => (await client.POST('/api/v2/items', { body: ${json(ITEM)} })).data?.ID`,
  },
  {
    name: 'hey-api',
    make: (_, folder) => [
      'openapi-ts',
      '-i',
      'openapi.json',
      '-o',
      join(folder, 'made'),
      '-p',
      '@hey-api/client-fetch',
      '@hey-api/sdk',
      '--silent',
    ],
    begin: `import * as made from './made/sdk.gen';`,
    call: ({ operation, path, body }) =>
      `made.${operation}({ ${isEmpty(path) ? '' : `path: ${json(path)}, `}body: ${json(body)} })`,
    read: `async () => (await made.registerItem({ body: ${json(ITEM)} })).data?.ID`,
  },
  {
    name: 'orval',
    packages: ['orval@8.38.0'],
    make: (tool, folder) => [
      join(tool, 'orval'),
      '--input',
      'openapi.json',
      '--output',
      join(folder, 'made.ts'),
      '--client',
      'fetch',
    ],
    begin: `import * as made from './made';`,
    call: (call) => `made.${call.operation}(${values(call)})`,
    read: `async () => {
  const answer = await made.registerItem(${json(ITEM)});
  return answer.status === 201 ? answer.data.ID : undefined;
}`,
  },
  {
    name: 'swagger-typescript-api',
    packages: ['swagger-typescript-api@13.13.0'],
    make: (tool, folder) => [
      join(tool, 'swagger-typescript-api'),
      'generate',
      '-p',
      'openapi.json',
      '-o',
      folder,
      '-n',
      'made.ts',
      '--silent',
    ],
    begin: `import { Api } from './made';
const made = new Api().api;`,
    call: (call) => `made.${call.operation}(${values(call)})`,
    read: `async () => (await made.registerItem(${json(ITEM)})).data.ID`,
  },
];
