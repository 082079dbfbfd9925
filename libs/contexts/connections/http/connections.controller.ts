import { Body, Controller, Delete, Get, Post, Put } from '@nestjs/common';
import { Beyond, CurrentCaller, created, Endpoint, ID, IfMatch, Problems, Requires, versioned } from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import { Providers } from '../opened/providers.js';
import { ConnectionStore, type KnownConnection } from '../store/connection-store.js';
import { ConnectionWork } from '../store/connection-work.js';
import { OpenConnections } from '../store/open-connections.js';
import { ConnectionRecord, ConnectionTestRecord, connectionRecord } from './connection.record.js';
import { ConnectionRequest, NewConnection } from './connection.requests.js';

const SETTINGS =
  'Settings: `sendcloud` `publicKey`, `secretKey`, `webhookSecret` (optional); `easypost` `apiKey`, `webhookSecret`; `stripe` ' +
  '`secretKey`, `webhookSecret`; `mollie` `apiKey`; `mews` `clientToken`, `accessToken`, `services` ' +
  '(`{ "<service ID>": "<locationID>" }`); ' +
  '`opera` `gatewayUrl`, `clientID`, `clientSecret`, `appKey`, `enterpriseID`, `scope`, `hotels` (`{ "<hotel ID>": "<locationID>" }`); ' +
  '`mail` `address`, and to read a mailbox `host`, `port`, `security`, `user`, `password`, `folder`.';

/** Connections to other systems (decisions.md, section 14). */
@Beyond()
@Controller('api/v2/connections')
export class ConnectionsController {
  constructor(
    private readonly connections: ConnectionStore,
    private readonly open: OpenConnections,
    private readonly providers: Providers,
    private readonly work: ConnectionWork,
  ) {}

  @Get()
  @Requires('connections.manage')
  @Endpoint('listConnections', 'List connections', {
    description:
      'Returns all of the Group’s in the order they were made: what each leads to, for which Locations, and whether its last call ' +
      'worked. Secrets are shown by their last four characters.',
    answers: [ConnectionRecord],
  })
  async list(@CurrentCaller() caller: Caller) {
    return (await this.connections.list(caller)).map(connectionRecord);
  }

  @Post()
  @Requires('connections.manage')
  @Replays((connections: ConnectionsController, { caller, first }) => connections.one(caller, first.ID))
  @Endpoint('createConnection', 'Create a connection', {
    description:
      `Leads to another system from now on. ${SETTINGS} Secrets are sealed, and shown by their last four characters. A Location has one ` +
      'enabled connection of a kind at most, else 409 `conflict`; a Group has at most 50.',
    answers: ConnectionRecord,
    status: 201,
  })
  @Problems('conflict', 'limit_reached')
  async create(@CurrentCaller() caller: Caller, @Body() { provider, ...given }: NewConnection) {
    const id = await this.connections.create(caller, provider, given);
    return created(`/api/v2/connections/${id}`, await this.one(caller, id));
  }

  @Get(':connectionID')
  @Requires('connections.manage')
  @Endpoint('getConnection', 'Get a connection', {
    description:
      'Returns one with its settings, secrets by their last four characters, and whether its last call or event worked: `status`, and in ' +
      '`lastError` why not. `eventsUrl` is to be entered at the provider.',
    answers: ConnectionRecord,
  })
  async one(@CurrentCaller() caller: Caller, @ID('connectionID') id: number) {
    return shown(await this.connections.one(caller, id));
  }

  @Put(':connectionID')
  @Requires('connections.manage')
  @Endpoint('replaceConnection', 'Replace a connection', {
    description:
      'Replaces all but the provider: what is left out has its default again. A secret that is left out, or comes back as it is shown, ' +
      'keeps its value.',
    answers: ConnectionRecord,
  })
  @Problems('conflict')
  async replace(
    @CurrentCaller() caller: Caller,
    @ID('connectionID') id: number,
    @Body() { provider, ...given }: ConnectionRequest,
    @IfMatch() expected: ExpectedVersions,
  ) {
    await this.connections.replace(caller, id, provider, given, expected);
    return this.one(caller, id);
  }

  @Delete(':connectionID')
  @Requires('connections.manage')
  @Endpoint('deleteConnection', 'Delete a connection', {
    description:
      'Forgets its settings, once what was begun by it is settled at the provider: pages on which guests could pay are ended there, ' +
      'and what is to be given back is. What was done by it, such as labels that were bought, stays.',
  })
  async delete(@CurrentCaller() caller: Caller, @ID('connectionID') id: number, @IfMatch() expected: ExpectedVersions) {
    await this.connections.remove(caller, id, expected);
  }

  @Post(':connectionID/test')
  @Requires('connections.manage')
  @Replays(whileItIsThere<ConnectionTestRecord>, undefined, 'outside')
  @Endpoint('testConnection', 'Test a connection', {
    description: 'Asks the provider one harmless thing, and says within 12 seconds whether it answered and took the credentials.',
    answers: ConnectionTestRecord,
  })
  async test(@CurrentCaller() caller: Caller, @ID('connectionID') id: number) {
    const { row } = await this.connections.one(caller, id);
    const error = await this.providers.test(this.open.opened(row));
    return { ok: error === null, error };
  }

  @Post(':connectionID/sync')
  @Requires('connections.manage')
  @Replays((connections: ConnectionsController, { caller, params }) => connections.one(caller, Number(params.connectionID)))
  @Endpoint('syncConnection', 'Read a connection now', {
    description:
      'The worker reads the reservation system or the mailbox at once. 409 `conflict` for another kind, or one switched off.',
    answers: ConnectionRecord,
    status: 202,
  })
  @Problems('conflict')
  async sync(@CurrentCaller() caller: Caller, @ID('connectionID') id: number) {
    const connection = await this.connections.one(caller, id);
    await this.work.readNow(connection.row);
    return shown(connection);
  }
}

const shown = (connection: KnownConnection) => versioned({ ...connection, version: connection.row.version }, connectionRecord);

/** The answer about a connection, as long as it is there. */
async function whileItIsThere<Answer>(connections: ConnectionsController, { caller, params, first }: Repeated<Answer>) {
  await connections.one(caller, Number(params.connectionID));
  return first;
}
