import { Body, Controller, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Beyond, CurrentCaller, created, Endpoint, listing, Problems, Requires, WholeListQuery } from '#platform/http';
import { type Repeated, Replays } from '#platform/idempotency';
import { type Caller, cutList, DomainError, NotFound } from '#platform/kernel';
import { ApiTokens } from '../tokens/api-tokens.js';
import { ApiTokenRecord, apiTokenRecord, NewApiToken, NewApiTokenRecord } from './tokens.record.js';
import { UUID } from './uuid.js';

/** API tokens, which may have less than their Group (decisions.md, section 10). */
@Beyond()
@Requires('tokens.manage')
@Controller('api/v2/tokens')
export class TokensController {
  constructor(private readonly tokens: ApiTokens) {}

  @Get()
  @Endpoint('listTokens', 'List the API tokens', {
    description: 'The tokens of the Group that have not been revoked, oldest first; those that have expired are among them.',
    answers: ApiTokenRecord,
    list: 'whole',
  })
  async list(@CurrentCaller() { group }: Caller, @Query() query: WholeListQuery) {
    const rows = (await this.tokens.list(group.id)).filter(({ revoked_at }) => revoked_at === null);
    return listing(query, cutList(rows, query), apiTokenRecord);
  }

  @Post()
  @Endpoint('createToken', 'Create an API token', {
    description:
      'A token with a role, in all Locations or some, that may end by itself. `token` is shown only here. ' +
      'It outlives what its maker loses.',
    answers: NewApiTokenRecord,
    status: 201,
  })
  @Replays(async ({ tokens }: TokensController, { caller, first }: Repeated<NewApiTokenRecord>) => ({
    ...apiTokenRecord(await tokens.one(caller.group.id, first.ID)),
    token: first.token,
  }))
  @Problems('limit_reached')
  async create(@CurrentCaller() caller: Caller, @Body() { name, role, locationIDs, expiresAt }: NewApiToken) {
    const { group } = caller;
    const { id, token } = await this.tokens.create(group.id, role, name, { locationIDs, expiresAt }, caller);
    return created(`/api/v2/tokens/${id}`, { ...apiTokenRecord(await this.tokens.one(group.id, id)), token });
  }

  @Delete(':tokenID')
  @Endpoint('revokeToken', 'Revoke an API token', {
    description: 'Every process refuses it within 5 seconds. A token does not revoke itself.',
  })
  @Problems('conflict')
  async revoke(@CurrentCaller() caller: Caller, @Param('tokenID') given: string) {
    if (!UUID.test(given)) throw new NotFound('The token');
    const { group, actor } = caller;
    const { id } = await this.tokens.one(group.id, given);
    if (actor.type === 'integration' && actor.tokenID === id) {
      throw new DomainError('conflict', 'conflict', 'A token does not revoke itself.');
    }
    await this.tokens.revoke(id, caller);
  }
}
