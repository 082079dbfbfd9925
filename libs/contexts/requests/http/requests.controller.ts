import { Controller, Delete, Get, HttpCode, Param, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { LocationQueries } from '#contexts/locations';
import { Answer, Beyond, CurrentCaller, IdParam, listing, Problems, Requires } from '#platform/http';
import { type Caller, NotFound, UnknownReferences } from '#platform/kernel';
import { DeleteRequest } from '../commands/delete-request.js';
import { RequestQueries } from '../read-model/request.queries.js';
import { RequestRecord, requestRecord } from './request.record.js';
import { RequestsQuery } from './request.requests.js';
import { RequestTransitionRecord, requestTransitions } from './request-transition.record.js';

/** Customer Requests of all Locations within reach (decisions.md, section 3). */
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
  @ApiOperation({ operationId: 'listRequests', summary: 'List Requests, newest first' })
  @Answer(RequestRecord, { list: 'requests' })
  async list(@CurrentCaller() caller: Caller, @Query() query: RequestsQuery) {
    if (query.locationID !== undefined) await this.checkLocation(caller, query.locationID);
    return listing(query, await this.requests.page(caller, query, query), requestRecord, (row) => row.id);
  }

  @Get(':requestID')
  @Requires('requests.read')
  @ApiOperation({ operationId: 'getRequest', summary: 'Read a Request' })
  @Answer(RequestRecord)
  async one(@CurrentCaller() caller: Caller, @Param('requestID', IdParam) requestID: number) {
    return requestRecord(await this.requests.one(caller, requestID));
  }

  @Delete(':requestID')
  @HttpCode(204)
  @Requires('requests.edit')
  @ApiOperation({ operationId: 'deleteRequest', summary: 'Delete a Request; it is kept in history' })
  @Answer(null, { status: 204 })
  @Problems('transition_not_allowed', 'conflict')
  async delete(@CurrentCaller() caller: Caller, @Param('requestID', IdParam) requestID: number) {
    await this.commands.execute(new DeleteRequest(caller, requestID));
  }

  @Get(':requestID/transitions')
  @Requires('requests.read')
  @ApiOperation({
    operationId: 'listRequestTransitions',
    summary: 'List the statuses a Request may take next, each with its call',
  })
  @Answer(RequestTransitionRecord, { list: 'bare' })
  async transitions(@CurrentCaller() caller: Caller, @Param('requestID', IdParam) requestID: number) {
    const { status } = await this.requests.one(caller, requestID);
    return requestTransitions(requestID, status);
  }

  /** @throws UnknownReferences when the caller sees no such Location */
  private async checkLocation(caller: Caller, locationID: string): Promise<void> {
    try {
      await this.locations.one(caller, locationID);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new UnknownReferences(['locationID']);
    }
  }
}
