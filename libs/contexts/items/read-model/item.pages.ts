import { Injectable } from '@nestjs/common';
import type { Caller } from '#platform/kernel';
import type { ItemFilters } from './item.filters.js';
import { ItemQueries, type ItemRow } from './item.queries.js';

/** Items read at once: what an export holds in memory. */
const LIMIT = 200;

/** Reads any number of items, page by page in the order of the listing: no connection is held between two pages. */
@Injectable()
export class ItemPages {
  constructor(private readonly items: ItemQueries) {}

  /**
   * The items that match, newest first; one that is registered meanwhile is not among them.
   * @param caller asked again for each page, as it may lose its access meanwhile
   * @throws UnknownReferences when the caller has no access to the Location in the filter
   */
  async *all(caller: () => Promise<Caller>, filters: ItemFilters): AsyncGenerator<ItemRow[]> {
    for (let after: number | undefined; ; ) {
      const request = { limit: LIMIT, page: 1, ...(after !== undefined && { after }) };
      const { records, hasMore } = await this.items.page(await caller(), request, filters);
      yield records;
      after = records.at(-1)?.id;
      if (!hasMore) return;
    }
  }
}
