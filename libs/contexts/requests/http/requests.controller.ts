import { Body, Controller, Delete, Get, Put, Query } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { LocationQueries } from '#contexts/locations';
import {
  Beyond,
  type Change,
  Changed,
  CurrentCaller,
  Endpoint,
  ID,
  listing,
  Problems,
  Requires,
  versioned,
} from '#platform/http';
import { type Caller, NotFound, UnknownReferences } from '#platform/kernel';
import { DeleteRequest } from '../commands/request.commands.js';
import { UpdateRequest } from '../commands/update-request.js';
import { placeOfRequest, RequestQueries } from '../read-model/request.queries.js';
import { RequestRecord, requestRecord } from './request.record.js';
import { filtersOf, RequestsQuery, RequestUpdateRequest } from './request.requests.js';
import { RequestTransitionRecord, requestTransitions } from './request-transition.record.js';

/** Customer Requests of all Locations that the caller has access to (decisions.md, section 3). */
@Beyond()
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
    description:
      'Returns the Requests of all Locations that the caller has access to, without those deleted; newest first unless ' +
      '`sort` says otherwise. To follow what changes, deletions included, read `GET /changes`.',
    answers: RequestRecord,
    list: 'requests',
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: RequestsQuery) {
    if (query.locationID !== undefined) await this.checkLocation(caller, query.locationID);
    return listing(query, await this.requests.page(caller, query, filtersOf(query)), requestRecord, placeOfRequest(query.sort));
  }

  @Get(':requestID')
  @Requires('requests.read')
  @Endpoint('getRequest', 'Get a Request', {
    description:
      'Returns a Request as it is now, with what the guest told and the item it is matched with. Once it is deleted it is ' +
      '404; `GET /requests/{requestID}/history` still tells what became of it.',
    answers: RequestRecord,
  })
  async one(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number) {
    return versioned(await this.requests.one(caller, requestID), requestRecord);
  }

  @Put(':requestID')
  @Requires('requests.edit')
  @Endpoint('updateRequest', 'Update a Request', {
    description:
      'Changes the given fields: omitted ones keep their value, the owner is merged field by field, `colors` and ' +
      '`categories` are replaced. `internalNotes` and `assignedTo` are for staff alone. Nobody is written to. 409 ' +
      '`transition_not_allowed` once the Request is anonymized.',
    answers: RequestRecord,
  })
  @Problems('transition_not_allowed', 'conflict', 'external_id_taken', 'limit_reached')
  async update(@Changed('requestID') { caller, id: requestID, expected }: Change, @Body() changes: RequestUpdateRequest) {
    return versioned(await this.commands.execute(new UpdateRequest(caller, requestID, changes, expected)), requestRecord);
  }

  @Delete(':requestID')
  @Requires('requests.edit')
  @Endpoint('deleteRequest', 'Delete a Request', {
    description:
      'The Request is no longer listed or found, and its status is `deleted` for good; its history is kept. 409 ' +
      '`transition_not_allowed` unless it is open: remove a match first.',
  })
  @Problems('transition_not_allowed', 'conflict')
  async delete(@Changed('requestID') { caller, id: requestID, expected }: Change) {
    await this.commands.execute(new DeleteRequest(caller, requestID, expected));
  }

  @Get(':requestID/transitions')
  @Requires('requests.read')
  @Endpoint('listRequestTransitions', 'List the next possible statuses of a Request', {
    description:
      'Returns the statuses that the Request can change to now, each with the call that makes the change; that it expires ' +
      'is not listed.',
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
