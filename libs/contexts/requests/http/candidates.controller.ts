import { Body, Controller, Get, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ItemQueries } from '#contexts/items';
import { Beyond, CurrentCaller, Endpoint, ID, Problems, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { RejectCandidate } from '../commands/request.commands.js';
import { type Candidate, CandidateQueries } from '../read-model/candidate.queries.js';
import { RequestQueries } from '../read-model/request.queries.js';
import { ItemCandidateRecord, RejectedRequest, RequestCandidateRecord } from './candidate.records.js';

/** Possible matches of items and Requests (decisions.md, section 9); both are here because items know nothing of Requests. */
@Beyond()
@Controller('api/v2')
export class CandidatesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly requests: RequestQueries,
    private readonly items: ItemQueries,
    private readonly candidates: CandidateQueries,
  ) {}

  @Get('requests/:requestID/candidates')
  @ApiTags('Requests')
  @Requires('requests.read')
  @Endpoint('listRequestCandidates', 'List candidate items for a Request', {
    description:
      'Returns the items that are most likely what the guest lost, best match first, each with a score from 0 to 1 and ' +
      'its reasons; none that the guest or staff refused. A costly search: 503 with `Retry-After` when too many run at once.',
    answers: [ItemCandidateRecord],
  })
  async itemsFor(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number) {
    return itemsOf(await this.candidates.itemsFor(caller, await this.requests.one(caller, requestID)));
  }

  @Get('items/:itemID/candidates')
  @ApiTags('Items')
  @Requires('requests.read')
  @Endpoint('listItemCandidates', 'List candidate Requests for an item', {
    description:
      'Returns the Requests that are most likely about the item, best match first, each with a score from 0 to 1 and its ' +
      'reasons; none whose pair was refused. A costly search: 503 with `Retry-After` when too many run at once.',
    answers: [RequestCandidateRecord],
  })
  async requestsFor(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    const found = await this.candidates.requestsFor(caller, await this.items.one(caller, itemID));
    return found.map(({ id, ...likeness }) => ({ requestID: id, ...likeness }));
  }

  @Put('requests/:requestID/candidates/:itemID/rejected')
  @ApiTags('Requests')
  @Requires('requests.edit')
  @Endpoint('rejectRequestCandidate', 'Refuse a candidate item of a Request', {
    description:
      'With `rejected` the item is no more among the candidates of the Request, nor the Request among those of the item; ' +
      'without it is again. Returns the candidates that are left. An owner’s “not mine” of a matched item does the same. ' +
      '409 `transition_not_allowed` while the two are matched: remove the match first.',
    answers: [ItemCandidateRecord],
  })
  @Problems('transition_not_allowed', 'conflict', 'limit_reached')
  async reject(
    @CurrentCaller() caller: Caller,
    @ID('requestID') requestID: number,
    @ID('itemID') itemID: number,
    @Body() { rejected }: RejectedRequest,
  ) {
    await this.items.one(caller, itemID);
    const request = await this.commands.execute(new RejectCandidate(caller, requestID, { itemID, rejected }));
    return itemsOf(await this.candidates.itemsFor(caller, request));
  }

  /** Items that were perhaps registered twice (decisions.md, section 13); here because items are compared as Requests and items are. */
  @Get('items/:itemID/similar')
  @ApiTags('Items')
  @Requires('items.read')
  @Endpoint('listSimilarItems', 'List items that are probably the same thing', {
    description:
      'Returns up to three items of the same Location, registered in the 14 days before or after, that are probably the same ' +
      'thing, the likeliest first, each with a score of at least 0.5 and its reasons. 503 with `Retry-After` when too many ' +
      'such searches run at once.',
    answers: [ItemCandidateRecord],
  })
  async similarTo(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    return itemsOf(await this.candidates.similarTo(caller, await this.items.one(caller, itemID)));
  }
}

function itemsOf(found: readonly Candidate[]) {
  return found.map(({ id, ...likeness }) => ({ itemID: id, ...likeness }));
}
