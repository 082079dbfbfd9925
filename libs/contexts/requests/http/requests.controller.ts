import { Controller, Delete, Get, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { LocationQueries } from '#contexts/locations';
import { Beyond, CurrentCaller, Endpoint, ID, listing, Problems, Requires } from '#platform/http';
import { type Caller, NotFound, UnknownReferences } from '#platform/kernel';
import { DeleteRequest } from '../commands/delete-request.js';
import { placeOfRequest, RequestQueries } from '../read-model/request.queries.js';
import { RequestRecord, requestRecord } from './request.record.js';
import { filtersOf, RequestsQuery } from './request.requests.js';
import { RequestTransitionRecord, requestTransitions } from './request-transition.record.js';

/** Customer Requests of all Locations that the caller has access to (decisions.md, section 3). */
@Beyond()
@ApiTags('Requests')
@Controller('api/v2/requests')
export class RequestsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly locations: LocationQueries,
    private readonly requests: RequestQueries,
  ) {}

  @Get()
  @Requires('requests.read')
  @Endpoint('listRequests', 'List Requests', {
    description: 'Returns the Requests of all Locations that the caller has access to, newest first.',
    answers: RequestRecord,
    list: 'requests',
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: RequestsQuery) {
    if (query.locationID !== undefined) await this.checkLocation(caller, query.locationID);
    return listing(query, await this.requests.page(caller, query, filtersOf(query)), requestRecord, placeOfRequest(query.sort));
  }

  @Get(':requestID')
  @Requires('requests.read')
  @Endpoint('getRequest', 'Get a Request', { answers: RequestRecord })
  async one(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number) {
    return requestRecord(await this.requests.one(caller, requestID));
  }

  @Delete(':requestID')
  @Requires('requests.edit')
  @Endpoint('deleteRequest', 'Delete a Request', {
    description: 'The Request is no longer listed or found; its history is kept.',
  })
  @Problems('transition_not_allowed', 'conflict')
  async delete(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number) {
    await this.commands.execute(new DeleteRequest(caller, requestID));
  }

  @Get(':requestID/transitions')
  @Requires('requests.read')
  @Endpoint('listRequestTransitions', 'List the next possible statuses of a Request', {
    description: 'Returns the statuses that the Request can change to, each with the API call that makes the change.',
    answers: [RequestTransitionRecord],
  })
  async transitions(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number) {
    const { status } = await this.requests.one(caller, requestID);
    return requestTransitions(requestID, status);
  }

  /** @throws UnknownReferences when the Location does not exist or the caller has no access to it */
  private async checkLocation(caller: Caller, locationID: string): Promise<void> {
    try {
      await this.locations.one(caller, locationID);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new UnknownReferences(['locationID']);
    }
  }
}
