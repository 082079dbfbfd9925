import { Body, Controller, Get, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HealthChecks, Metrics } from '#platform/observability';
import { RELEASE } from '#platform/runtime';
import { routes } from '../../../../test/support/routes.js';
import {
  Beyond,
  type ContextApi,
  created,
  createHttpApplication,
  Endpoint,
  ID,
  openApiDocument,
  Part,
  Problems,
  Public,
  serveOpenApi,
  Text,
  versioned,
} from '../index.js';

class Owner {
  @Text({ nullable: true, description: 'Given name.' }) firstName?: string | null;
}

class Thing {
  @Text({ required: true, max: 2000, example: 'Umbrella' }) item!: string;
  @Part(() => Owner, { nullable: true }) owner?: Owner | null;
}

class CountedThing extends Thing {
  static readonly versioned = true;
}

@Public()
@Problems('conflict')
@Controller('api/v2/things')
class ThingController {
  @Get(':id')
  @Endpoint('getThing', 'Read a thing', { answers: CountedThing })
  one(@ID('id') id: number) {
    return versioned({ id, version: 3 }, () => ({ item: 'Umbrella' }));
  }

  @Post()
  @Beyond()
  @Endpoint('addThing', 'Add a thing', { answers: Thing, status: 201 })
  @Problems('name_taken')
  add(@Body() body: Thing) {
    return created('/api/v2/things/1', body);
  }
}

const api: ContextApi = { problems: { name_taken: { status: 409, title: 'The name is taken' } } };

let app: NestExpressApplication;
let base: string;

beforeAll(async () => {
  app = await createHttpApplication(routes([ThingController], api), { log: pino({ level: 'silent' }) });
  serveOpenApi(app);
  await app.listen(0, '127.0.0.1');
  base = await app.getUrl();
});
afterAll(() => app.close());

async function get(path: string) {
  const response = await fetch(base + path);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe('the OpenAPI document', () => {
  it('describes fields, refusals and extensions', async () => {
    const document = JSON.parse((await get('/openapi.json')).text);
    const { post } = document.paths['/api/v2/things'];
    expect(document.info.version).toBe('2');
    expect(post).toMatchObject({ 'x-extension': true, tags: ['Beyond v2'], security: [] });
    expect(post['x-public']).toBeUndefined();
    expect(Object.keys(post.responses)).toEqual(['201', '400', '406', '409', '413', '415', '500', '503']);
    expect(Object.keys(post.responses[409].content['application/problem+json'].examples)).toEqual(['name_taken', 'conflict']);
    expect(document.components.examples.name_taken).toMatchObject({ summary: 'The name is taken', value: { status: 409 } });
    expect(post['x-problems']).toBeUndefined();
    expect(document.components.schemas.Thing).toMatchObject({
      required: ['item'],
      properties: {
        item: { type: 'string', maxLength: 2000, minLength: 1, example: 'Umbrella' },
        owner: { anyOf: [{ $ref: '#/components/schemas/Owner' }, { type: 'null' }] },
      },
    });
  });

  it('documents 404 for a path that names a record, and its ETag', async () => {
    const { get: read } = openApiDocument(app).paths['/api/v2/things/{id}'] ?? {};
    expect(read?.responses).toHaveProperty('404');
    expect(read?.responses[200]).toHaveProperty('headers.ETag');
  });

  it('Swagger UI is served from here alone', async () => {
    const page = await get('/docs/swagger');
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/(src|href)="https?:/);
    const script = await get('/docs/swagger-ui-init.js');
    expect(script.text).toContain('displayRequestDuration');
    // A token stays in the tab: what Swagger UI stores by itself outlives it.
    expect(script.text).not.toContain('persistAuthorization');
    expect(script.text).not.toContain('localStorage');
    expect((await get('/docs/swagger-ui-bundle.js')).status).toBe(200);
  });
});

describe('health', () => {
  it('is live as soon as it serves', async () => {
    expect((await get('/health/live')).status).toBe(200);
  });

  it('is ready when all it needs works, and names what does not without saying why', async () => {
    const checks = app.get(HealthChecks);
    checks.register('database', async () => 1);
    expect(JSON.parse((await get('/health/ready')).text)).toEqual({ status: 'ok', checks: { database: 'ok' }, ...RELEASE });
    checks.register('storage', () => Promise.reject(new Error('https://:secret@host')));
    const answer = await get('/health/ready');
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Not working: storage.');
    expect(answer.text).not.toContain('secret');
    checks.register('storage', async () => 1);
  });

  it('stays ready without what it can do without, sooner than a needed check is given up, and says so', async () => {
    const stuck = await createHttpApplication(routes(), { log: pino({ level: 'silent' }) });
    await stuck.init();
    stuck.get(HealthChecks).register('database', () => new Promise(() => {}));
    const checks = app.get(HealthChecks);
    checks.registerHelpful('queue', () => Promise.reject(new Error('redis://:secret@host')));
    checks.registerHelpful('mail', () => new Promise(() => {}));
    const givenUp = stuck.get(HealthChecks).run();
    const asked = get('/health/ready');
    expect(await Promise.race([asked.then(() => 'answered'), givenUp.then(() => 'given up')])).toBe('answered');
    await givenUp;
    await stuck.close();
    const answer = await asked;
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      status: 'degraded',
      checks: { database: 'ok', storage: 'ok', queue: 'degraded', mail: 'degraded' },
      ...RELEASE,
    });
    const metric = await app.get(Metrics).registry.getSingleMetricAsString('lost_and_found_check_passes');
    expect(metric).toContain('{check="database",needed="true"} 1');
    expect(metric).toContain('{check="queue",needed="false"} 0');
  });

  it('a check that hangs has failed after 2 seconds', async () => {
    const checks = app.get(HealthChecks);
    checks.register('slow', () => new Promise(() => {}));
    expect(await checks.run()).toMatchObject({ status: 'failed', checks: { slow: 'failed' } });
  });

  it('is not ready any more while it shuts down', async () => {
    const closing = await createHttpApplication(routes(), { log: pino({ level: 'silent' }) });
    await closing.init();
    const checks = closing.get(HealthChecks);
    checks.register('database', async () => 1);
    expect((await checks.run()).status).toBe('ok');
    await closing.close();
    expect(await checks.run()).toEqual({ status: 'failed', checks: { database: 'ok' } });
  });
});
