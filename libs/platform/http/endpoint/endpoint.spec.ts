import { Controller, Delete, Get, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cutList } from '#platform/kernel';
import { routes } from '../../../../test/support/routes.js';
import { created, createHttpApplication, Endpoint, listing, openApiDocument, Public, Text, versioned } from '../index.js';

class Thing {
  @Text() name!: string;
}

class CountedThing extends Thing {
  static readonly versioned = true;
}

const row = { id: 7, version: 3 };
const thing = (): Thing => ({ name: 'Umbrella' });

@Public()
@Controller('things')
class ThingController {
  @Get('one')
  @Endpoint('getThing', 'Read a thing', { answers: CountedThing })
  async one() {
    return versioned(row, thing);
  }

  @Post('new')
  @Endpoint('addThing', 'Add a thing', { answers: CountedThing, status: 201 })
  async add() {
    return created('/things/7', versioned(row, thing));
  }

  @Post('plain')
  @Endpoint('addPlainThing', 'Add a thing that has no versions', { answers: Thing, status: 201 })
  addPlain() {
    return created('/things/7', thing());
  }

  @Post('checks')
  @Endpoint('checkThing', 'Look at a thing', { answers: Thing })
  check() {
    return thing();
  }

  @Post('orders')
  @Endpoint('orderThing', 'Order a thing', { answers: Thing, status: 202 })
  order() {
    return thing();
  }

  @Delete('one')
  @Endpoint('deleteThing', 'Delete a thing')
  async delete() {}

  @Get('all')
  @Endpoint('listAllThings', 'List all things', { answers: [Thing] })
  all() {
    return [thing()];
  }

  @Get('pages')
  @Endpoint('listThings', 'List things', { answers: Thing, list: 'items' })
  page() {
    return listing({ limit: 1, page: 1 }, cutList([row, row], { limit: 1, page: 1, count: true }), thing);
  }

  @Get('whole')
  @Endpoint('listWholeThings', 'List things, whole', { answers: Thing, list: 'whole' })
  whole() {
    return listing({ page: 1 }, cutList([row], { page: 1 }), thing);
  }
}

/** Each returns something else than it declares; most do not compile. */
@Public()
@Controller('broken')
class BrokenController {
  @Get('version')
  // @ts-expect-error a record without its version
  @Endpoint('forgetVersion', 'Forget the version', { answers: CountedThing })
  async forgetVersion() {
    return thing();
  }

  @Get('row')
  @Endpoint('readNoVersion', 'Read a row without its version', { answers: CountedThing })
  readNoVersion() {
    return versioned({ version: undefined as unknown as number }, thing);
  }

  @Post('path')
  // @ts-expect-error a new record without its path
  @Endpoint('forgetPath', 'Forget the path', { answers: CountedThing, status: 201 })
  forgetPath() {
    return versioned(row, thing);
  }

  @Get('list')
  // @ts-expect-error an array that could not be paged
  @Endpoint('forgetPage', 'Forget the page', { answers: Thing, list: 'whole' })
  forgetPage() {
    return [thing()];
  }

  @Get('undeclared')
  // @ts-expect-error a version that the record does not have
  @Endpoint('addVersion', 'Give a version', { answers: Thing })
  addVersion() {
    return versioned(row, thing);
  }
}

let app: NestExpressApplication;
const log: string[] = [];

beforeAll(async () => {
  app = await createHttpApplication(routes([ThingController, BrokenController]), {
    log: pino({ level: 'error' }, { write: (line) => void log.push(line) }),
  });
  await app.listen(0, '127.0.0.1');
});
afterAll(() => app.close());

async function call(method: string, path: string) {
  const response = await fetch(`${await app.getUrl()}${path}`, { method });
  const text = await response.text();
  const header = (name: string) => response.headers.get(name);
  return { status: response.status, header, body: text === '' ? null : JSON.parse(text) };
}

describe('an endpoint', () => {
  it('answers a record with its version as ETag', async () => {
    const { status, header, body } = await call('GET', '/things/one');
    expect([status, header('etag'), body]).toEqual([200, '"3"', { name: 'Umbrella' }]);
  });

  it.each([
    ['/things/new', '"3"'],
    ['/things/plain', null],
  ])('answers a new record of %s with its path and ETag %s', async (path, tag) => {
    const { status, header, body } = await call('POST', path);
    expect([status, header('location'), header('etag'), body]).toEqual([201, '/things/7', tag, { name: 'Umbrella' }]);
  });

  it.each([
    ['POST', '/things/checks', 200],
    ['POST', '/things/orders', 202],
    ['DELETE', '/things/one', 204],
  ])('%s %s has the status that it declares', async (method, path, status) => {
    expect(await call(method, path)).toMatchObject({ status });
  });

  it('answers a listing as the array or envelope that it declares', async () => {
    const page = await call('GET', '/things/pages');
    expect(page.body).toEqual({ items: [{ name: 'Umbrella' }], hasMore: true, limit: 1, page: 1 });
    expect(page.header('x-total-count')).toBe('2');
    expect(page.header('link')).toContain('rel="next"');
    const whole = await call('GET', '/things/whole');
    expect([whole.body, whole.header('link')]).toEqual([[{ name: 'Umbrella' }], null]);
    expect((await call('GET', '/things/all')).body).toEqual([{ name: 'Umbrella' }]);
  });

  it('documents what it is called and every header', () => {
    const { post } = openApiDocument(app).paths['/things/new'] ?? {};
    expect(post).toMatchObject({ operationId: 'addThing', summary: 'Add a thing' });
    expect(post?.responses[201]).toMatchObject({ headers: { Location: { required: true }, ETag: { required: true } } });
    expect(Object.keys(openApiDocument(app).paths['/things/one']?.delete?.responses ?? {})).toContain('204');
  });
});

describe('a handler that does not return what its endpoint declares', () => {
  it.each([
    ['GET', '/broken/version', 'forgetVersion must return versioned(…).'],
    ['GET', '/broken/row', 'The row was read without its version.'],
    ['POST', '/broken/path', 'forgetPath must return created(…).'],
    ['GET', '/broken/list', 'forgetPage must return listing(…).'],
    ['GET', '/broken/undeclared', 'addVersion returns versioned(…), which its endpoint does not declare.'],
  ])('fails loudly: %s %s', async (method, path, message) => {
    log.length = 0;
    const { status, header, body } = await call(method, path);
    expect([status, body.code, header('etag'), header('location')]).toEqual([500, 'internal_error', null, null]);
    expect(log.join()).toContain(message);
  });
});
