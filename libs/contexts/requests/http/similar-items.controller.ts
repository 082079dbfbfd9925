import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ItemQueries } from '#contexts/items';
import { Beyond, CurrentCaller, Endpoint, ID, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { CandidateQueries } from '../read-model/candidate.queries.js';
import { ItemCandidateRecord } from './candidate.records.js';

/** Items that were perhaps registered twice (decisions.md, section 13); here because items are compared as Requests and items are. */
@ApiTags('Items')
@Beyond()
@Controller('api/v2/items/:itemID/similar')
export class SimilarItemsController {
  constructor(
    private readonly items: ItemQueries,
    private readonly candidates: CandidateQueries,
  ) {}

  @Get()
  @Requires('items.read')
  @Endpoint('listSimilarItems', 'List items that are probably the same thing', {
    description:
      'Returns up to three items of the same Location, registered in the 14 days before or after, that are probably the same ' +
      'thing, the likeliest first, each with a score of at least 0.5 and its reasons. 503 with `Retry-After` when too many ' +
      'such searches run at once.',
    answers: [ItemCandidateRecord],
  })
  async list(@CurrentCaller() caller: Caller, @ID('itemID') itemID: number) {
    const found = await this.candidates.similarTo(caller, await this.items.one(caller, itemID));
    return found.map(({ id, ...likeness }) => ({ itemID: id, ...likeness }));
  }
}
