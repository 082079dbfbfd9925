import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import spectral from '@stoplight/spectral-core';
import { expect, it } from 'vitest';
import { OWASP } from './openapi.rules.js';

const source = readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8');

/** The bodies of problems, the same in a thousand answers, are looked at once, among the schemas. */
const read = () => JSON.parse(source, (name, value) => (name === 'application/problem+json' ? {} : value));

/** What Spectral finds by the OWASP rules: `rule path`. */
async function weaknesses(document: object): Promise<string[]> {
  const linter = new spectral.Spectral();
  linter.setRuleset(OWASP);
  return (await linter.run(document as Record<string, unknown>)).map(({ code, path }) => `${code} ${path.join('.')}`);
}

it('follows the rules of OWASP as far as they apply', async () => {
  expect(await weaknesses(read())).toEqual([]);
}, 60_000);

it('would be found out', async () => {
  const document = read();
  const { get, post } = document.paths['/api/v2/items'];
  document.paths = { '/api/v2/items': { get, post } };
  delete document.components.schemas.NewItemRequest.properties.brand.maxLength;
  delete get.responses[429];
  get.parameters.push({ name: 'accessToken', in: 'query', schema: { type: 'string' } });
  expect([...new Set((await weaknesses(document)).map((found) => found.split(' ')[0]))].sort()).toEqual([
    'owasp:api2:2023-no-credentials-in-url',
    'owasp:api4:2023-rate-limit-responses-429',
    'owasp:api4:2023-string-limit',
  ]);
}, 60_000);

it('follows the rules that Redocly recommends, but for what its ignore file names', () => {
  const redocly = ['node_modules/@redocly/cli/bin/cli.js', 'lint', 'openapi.json'];
  const { status, stdout, stderr } = spawnSync(process.execPath, redocly, { encoding: 'utf8' });
  const said = stdout + stderr;
  expect([status, said]).toEqual([0, expect.stringContaining('1 problem is explicitly ignored')]);
  expect(said).not.toMatch(/warnings?/);
}, 60_000);
