import { Controller, Get, Query } from '@nestjs/common';
import { ItemQueries, itemRecord } from '#contexts/items';
import { MeantItems, RequestQueries, requestRecord } from '#contexts/requests';
import { Beyond, CurrentCaller, Endpoint, Requires } from '#platform/http';
import type { Caller } from '#platform/kernel';
import { FoundRecords, SearchQuery } from './search.records.js';

/** Items and Requests found by words in one call (decisions.md, section 13, Search). */
@Beyond()
@Controller('api/v2/search')
export class SearchController {
  constructor(
    private readonly items: ItemQueries,
    private readonly requests: RequestQueries,
    private readonly meant: MeantItems,
  ) {}

  @Get()
  @Requires('items.read')
  @Endpoint('search', 'Find items and Requests by words', {
    description:
      'Returns the items and the Requests that the words of `q` are in, each as their own list finds them, newest first, of all ' +
      'Locations that the caller has access to. For more of them go on with the lists. Where fewer items than `limit` are found, ' +
      '`meant` has those that are probably meant, by other words for the thing or with an error of typing, each with a score from ' +
      '0 to 1 and its reasons. ' +
      '503 with `Retry-After` when too many searches run at once.',
    answers: FoundRecords,
  })
  async search(@CurrentCaller() caller: Caller, @Query() { limit, ...filters }: SearchQuery) {
    const page = { limit, page: 1 };
    const [items, requests] = await Promise.all([
      this.items.page(caller, page, filters),
      this.requests.page(caller, page, filters),
    ]);
    const found = items.records.map(({ id }) => id);
    const meant = await this.meant.by(caller, filters, found, limit - found.length);
    return {
      items: items.records.map(itemRecord),
      requests: requests.records.map(requestRecord),
      meant: meant.map(({ row, ...likeness }) => ({ item: itemRecord(row), ...likeness })),
    };
  }
}
