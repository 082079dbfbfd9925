import { Body, Controller, Delete, Get, Header, HttpException, Param, Post, Put, Query, Req } from '@nestjs/common';
import type { Request } from 'express';
import { pino } from 'pino';
import { type Caller, DomainError, NotFound, READERS } from '#platform/kernel';
import { routes } from '../../../../test/support/routes.js';
import {
  Consumes,
  type ContextApi,
  CurrentCaller,
  createHttpApplication,
  ID,
  Integer,
  LocationID,
  Part,
  Produces,
  Public,
  QueryInteger,
  RateLimited,
  Requires,
  Text,
} from '../index.js';

class Owner {
  @Text() firstName?: string;
}

class Thing {
  @Text({ required: true }) name!: string;
  @Integer() count?: number;
  @Part(() => Owner) owner?: Owner;
}

class ThingQuery {
  @QueryInteger({ min: 1 }) limit?: number;
}

const FAILURES: Record<string, () => Error> = {
  gone: () => new NotFound('The item'),
  conflict: () => new DomainError('conflict', 'name_taken', 'Taken.'),
  mismatch: () => new DomainError('mismatch', 'idempotency_mismatch', 'Other body.'),
  precondition: () => new DomainError('precondition', 'precondition_failed', 'Changed.'),
  last: () => new DomainError('invalid', 'last_one', 'One must remain.'),
  limited: () => new RateLimited(7),
  teapot: () => new HttpException('short and stout', 418),
  bug: () => new Error('select password from users'),
  database: () => Object.assign(new Error('x'), { cause: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }),
};

@Controller('api/v2/things')
class ThingController {
  @Get()
  @Requires('things.read')
  list(@Query() query: ThingQuery) {
    return query;
  }

  @Post()
  @Requires('things.add')
  add(@Body() body: Thing, @CurrentCaller() caller: Caller) {
    return { body, role: caller.role };
  }

  @Get('failures/:name')
  @Public()
  fail(@Param('name') name: string) {
    throw FAILURES[name]?.() ?? new NotFound('Failure');
  }

  @Get('plain')
  @Public()
  @Produces('text/plain')
  @Header('Content-Type', 'text/plain')
  plain() {
    return 'plain';
  }

  @Post('upload')
  @Public()
  @Consumes('multipart/form-data')
  upload() {
    return {};
  }

  @Get(':id')
  @Requires('things.read')
  one(@ID('id') id: number) {
    return { id };
  }

  @Delete(':id')
  @Requires('things.edit')
  remove(@ID('id') id: number, @Req() request: Request) {
    return { id, method: request.method };
  }

  @Put('at/:locationID')
  @Public()
  at(@LocationID() locationID: string) {
    return { locationID };
  }
}

const callers = {
  async resolve(header: string | undefined, requestID: string): Promise<Caller> {
    const [role, part] = (header?.replace('Bearer ', '').split(' ') ?? []) as [Caller['role']?, string?];
    if (!role) throw new DomainError('unauthenticated', 'unauthenticated', 'No token.');
    const scope = part ? ({ all: false, locationIDs: [part] } as const) : ({ all: true } as const);
    return { group: { id: 1, code: 'demo' }, actor: { type: 'user', userID: 1 }, role, scope, requestID };
  },
};

/** The part that the context of things adds to the API. */
export const API: ContextApi = {
  capabilities: {
    'things.read': { roles: READERS },
    'things.add': { roles: ['group_admin'] },
    'things.edit': { roles: ['group_admin'], wholeGroup: true },
  },
  problems: { name_taken: { status: 409, title: 'Somebody has the name' } },
};

/** A sample API with the service's HTTP behaviour; a bearer token is a role and, optionally, the only Location that it can access. */
export async function startThings() {
  const log: string[] = [];
  const sink = { write: (line: string) => void log.push(line) };
  const app = await createHttpApplication(routes([ThingController], API, callers), { log: pino({ level: 'info' }, sink) });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  return {
    url,
    /** The log lines. */
    log,
    async call(method: string, path: string, headers: Record<string, string> = {}, body?: string | Buffer<ArrayBuffer>) {
      const response = await fetch(url + path, { method, headers, body });
      const text = await response.text();
      return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
    },
    stop: () => app.close(),
  };
}

export const ADMIN = { authorization: 'Bearer group_admin' };
export const JSON_OF_ADMIN = { ...ADMIN, 'content-type': 'application/json' };
