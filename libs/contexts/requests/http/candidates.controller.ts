import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ItemQueries } from '#contexts/items';
import { Beyond, CurrentCaller, Endpoint, ID, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { CandidateQueries } from '../read-model/candidate.queries.js';
import { RequestQueries } from '../read-model/request.queries.js';
import { ItemCandidateRecord, RequestCandidateRecord } from './candidate.records.js';

/** Possible matches of items and Requests (decisions.md, section 9); both are here because items know nothing of Requests. */
@Beyond()
@Controller('api/v2')
export class CandidatesController {
  constructor(
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
      'its reasons. A costly search: 503 with `Retry-After` when too many run at once.',
    answers: [ItemCandidateRecord],
  })
  async itemsFor(@CurrentCaller() caller: Caller, @ID('requestID') requestID: number) {
    const found = await this.candidates.itemsFor(caller, await this.requests.one(caller, requestID));
    return found.map(({ id, score, reasons }) => ({ itemID: id, score, reasons }));
  }

  @Get('items/:itemID/candidates')
  @ApiTags('Items')
  @Requires('requests.read')
  @Endpoint('listItemCandidates', 'List candidate Requests for an item', {
    description:
      'Returns the Requests that are most likely about the item, best match first, each with a score from 0 to 1 and its ' +
      'reasons. A costly search: 503 with `Retry-After` when too many run at once.',
    answers: [RequestCandidateRecord],
  })
  async requestsFor(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    const found = await this.candidates.requestsFor(caller, await this.items.one(caller, itemID));
    return found.map(({ id, score, reasons }) => ({ requestID: id, score, reasons }));
  }
}
