import { Controller, Param, Post, Req, UnsupportedMediaTypeException } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { Semaphore } from '#platform/concurrency';
import { Beyond, ConsumesRaw, Endpoint, Problems, Public, readRaw } from '#platform/http';
import { Clock, NotFound } from '#platform/kernel';
import type { OpenConnection } from '../calls/provider-line.js';
import { KIND_OF } from '../domain/kinds.js';
import { ProviderEvents } from '../events/provider-events.js';
import { OpenConnections } from '../store/open-connections.js';

/** The types that providers send: JSON, Mollie's form, a mail. */
const TYPES = ['application/json', 'application/x-www-form-urlencoded', 'message/rfc822'];

/** Bytes of an event, and of a mail with its pictures. */
const [EVENT, MAIL] = [512 * 1024, 10 * 1024 * 1024];

/** Large bodies are held a few at a time; milliseconds that one waits for that. */
const [LARGE, AT_ONCE, WAITING, MAX_WAIT] = [64 * 1024, 3, 30, 10_000];

/** The addresses that providers call, each known to one connection alone (decisions.md, section 14). */
@Beyond()
@Controller('api/v2/provider-events')
export class ProviderEventsController {
  private readonly large = new Semaphore(AT_ONCE, WAITING, MAX_WAIT);

  constructor(
    private readonly connections: OpenConnections,
    private readonly events: ProviderEvents,
    private readonly clock: Clock,
  ) {}

  @Post(':eventsKey')
  @Public()
  @ConsumesRaw(...TYPES)
  @ApiConsumes(...TYPES)
  @ApiBody({ required: true, schema: {} })
  @Endpoint('receiveProviderEvent', 'Receive an event of a provider', {
    description:
      'The `eventsUrl` of a connection, which its provider calls; what it sends is in the form of the provider, and signed as it ' +
      'signs. A mailbox is handed mails here as they came, as `message/rfc822` of at most 10 MiB; 429 where 60 about one item or Request ' +
      'have come within an hour: hand the mail over again then. A connection that is switched off takes what was begun with it. 404 with ' +
      'a key that no connection has.',
  })
  @ApiParam({
    name: 'eventsKey',
    description: 'The end of the `eventsUrl`.',
    schema: { type: 'string', minLength: 1, maxLength: 100 },
  })
  @Problems('unauthenticated', 'not_found', 'rate_limited')
  async receive(@Param('eventsKey') key: string, @Req() request: Request): Promise<void> {
    const connection = await this.connections.byEventsKey(key);
    if (!connection) throw new NotFound('The address');
    const isMail = KIND_OF[connection.provider] === 'mail';
    if (request.headers['content-encoding'] !== undefined || isMail !== (request.is('message/rfc822') !== false)) {
      throw new UnsupportedMediaTypeException(isMail ? 'Mails are message/rfc822.' : 'Events are as the provider sends them.');
    }
    const take = () => this.take(connection, request, isMail ? MAIL : EVENT);
    await (Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) > LARGE ? this.large.run(take) : take());
  }

  private async take(connection: OpenConnection, request: Request, most: number): Promise<void> {
    const body = await readRaw(request, most);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, value?.toString()]));
    await this.events.take(connection, { body, headers, at: this.clock.now() });
  }
}
