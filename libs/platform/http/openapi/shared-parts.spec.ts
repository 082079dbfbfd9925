import type { OpenAPIObject } from '@nestjs/swagger';
import { describe, expect, it } from 'vitest';
import { withSharedParts } from './shared-parts.js';

const refusal = (description: string, ...codes: string[]) => ({
  description,
  headers: { RateLimit: { description: 'What is left.' } },
  content: { 'application/problem+json': { examples: Object.fromEntries(codes.map((code) => [code, {}])) } },
});

const page = (description: string) => ({ name: 'page', in: 'query', description });

const document = (...operations: object[]) =>
  ({
    paths: { '/things': Object.fromEntries(operations.map((operation, n) => [`method${n}`, operation])) },
  }) as unknown as OpenAPIObject;

/** The operations with shared parts, and the parts. */
function shared(...operations: object[]) {
  const { paths, components } = withSharedParts(document(...operations));
  return { operations: Object.values(paths['/things']!) as (typeof operations)[number][], components };
}

describe('shared parts of the document', () => {
  it('are refusals, named by their codes, with the headers in them', () => {
    const operation = { responses: { 404: refusal('Nothing.', 'not_found'), 409: refusal('No.', 'name_taken', 'conflict') } };
    const { operations, components } = shared(operation, operation, { responses: { 404: refusal('Another.', 'not_found') } });
    expect(operations[1]).toEqual({
      responses: {
        404: { $ref: '#/components/responses/NotFound' },
        409: { $ref: '#/components/responses/NameTakenOrConflict' },
      },
    });
    expect(components?.responses?.NotFound).toMatchObject({ description: 'Nothing.' });
    expect(components?.responses?.NotFound).toHaveProperty('headers.RateLimit.$ref', '#/components/headers/RateLimit');
    expect(components?.headers).toEqual({ RateLimit: { description: 'What is left.' } });
  });

  it('have the form that occurs most often; others of the name stay where they are', () => {
    const of = (description: string) => ({ parameters: [page(description)], responses: {} });
    const { operations, components } = shared(of('Once.'), of('Twice.'), of('Twice.'));
    expect(components?.parameters).toEqual({ page: page('Twice.') });
    const reference = { parameters: [{ $ref: '#/components/parameters/page' }], responses: {} };
    expect(operations).toEqual([of('Once.'), reference, reference]);
  });

  it('are answers without a body, but never records', () => {
    const operation = { responses: { 200: { description: 'A record.', content: {} }, 204: { description: 'Success.' } } };
    const { operations } = shared(operation, operation);
    expect(operations[0]).toEqual({
      responses: { 200: operation.responses[200], 204: { $ref: '#/components/responses/NoContent' } },
    });
  });

  it('leave the document that is given as it is', () => {
    const operation = { parameters: [page('Twice.')], responses: { 404: refusal('Nothing.', 'not_found') } };
    const given = document(operation, operation);
    const before = structuredClone(given);
    withSharedParts(given);
    expect(given).toEqual(before);
  });
});
