import { Body, Controller, Put } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ExpectedVersions, PreconditionFailed } from '#platform/kernel';
import { routes } from '../../../../test/support/routes.js';
import { createHttpApplication, Endpoint, ID, IfMatch, openApiDocument, Public, Text } from '../index.js';
import { expectedVersions } from './if-match.js';

class Thing {
  @Text({ required: true }) name!: string;
}

class Seen {
  @Text() expected!: string;
}

@Public()
@Controller('api/v2/things')
class ThingController {
  @Put(':thingID')
  @Endpoint('updateThing', 'Update a thing', { answers: Seen })
  update(@ID('thingID') _: number, @Body() __: Thing, @IfMatch() expected: ExpectedVersions) {
    return { expected: JSON.stringify(expected) };
  }
}

let app: NestExpressApplication;

beforeAll(async () => {
  app = await createHttpApplication(routes([ThingController]), { log: pino({ level: 'silent' }) });
  await app.listen(0, '127.0.0.1');
});
afterAll(() => app.close());

async function put(id: string, body: object, tag: string) {
  const headers = { 'content-type': 'application/json', 'if-match': tag };
  const response = await fetch(`${await app.getUrl()}/api/v2/things/${id}`, {
    method: 'PUT',
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

describe('If-Match', () => {
  it.each([
    [undefined, null],
    ['*', null],
    ['"7"', [7]],
    ['"7", "6"', [7, 6]],
    ['W/"6", "7"', [6, 7]],
    ['W/"7"', [7]],
    ['"7-gzip"', [7]],
    ['"7--gzip"', [7]],
    ['"7;gzip"', [7]],
    ['"7:br"', [7]],
    ['W/"7-gzip"', [7]],
    ['W/"7-9f8bA_-x-zstd" ,"6"', [7, 6]],
  ])('%s asks for %j', (header, versions) => {
    expect(expectedVersions(header)).toEqual(versions);
  });

  it.each(['7', 'W/7', '"abc"', '', '"0"', '"7', '"7 gzip"', 'W/"abc-gzip"'])('%s matches no version', (header) => {
    expect(() => expectedVersions(header)).toThrow(PreconditionFailed);
    expect(() => expectedVersions(header)).toThrow('with its quotes');
  });

  it('reaches the handler', async () => {
    expect(await put('1', { name: 'Umbrella' }, '"7"')).toEqual({ status: 200, body: { expected: '[7]' } });
  });

  it('that no version matches is 412', async () => {
    expect(await put('1', { name: 'Umbrella' }, '7')).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
  });

  it('errors in path or body take precedence', async () => {
    expect(await put('x', { name: 'Umbrella' }, '7')).toMatchObject({ status: 404 });
    expect(await put('1', {}, '7')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
  });

  it('documents itself and its refusal', () => {
    const operation = openApiDocument(app).paths['/api/v2/things/{thingID}']?.put;
    expect(operation?.responses).toHaveProperty('412');
    expect(operation?.parameters).toContainEqual(expect.objectContaining({ in: 'header', name: 'If-Match' }));
  });
});
