import { CATEGORY_IDS, COLOR_IDS } from '#contexts/reference';
import { Choice, CursorQuery, InOrder, MomentFilter, Text } from '#platform/http';
import { ITEM_STATUSES, type ItemStatus } from '../domain/item.events.js';
import type { ItemFilters } from '../read-model/item.listing.js';

const MOMENT = '`YYYY-MM-DDTHH:MM:SSZ`, `YYYY-MM-DDTHH:MM:SS` (UTC) or `YYYY-MM-DDTHH:MM:SS.sssZ`.';
const WORDS =
  'Full text over item, brand, place and owner, the owner’s address included. Every word is the beginning of a word there, in any order, whatever its case and accents; signs between words do not count. A question without any letter or digit finds nothing.';

/** Query of `GET /locations/:locationID/items`: a page and filters, all of which must hold (decisions.md, section 3). */
@InOrder('createdFrom', 'createdTo')
export class LocationItemsQuery extends CursorQuery(10) {
  @Choice(ITEM_STATUSES, { beyond: true, description: 'Items in this status.' }) status?: ItemStatus;
  @Choice(CATEGORY_IDS, { beyond: true, description: 'Items that have this category.' }) category?: string;
  @Choice(COLOR_IDS, { beyond: true, description: 'Items that have this color.' }) color?: string;
  @Text({ beyond: true, description: WORDS }) q?: string;
  @MomentFilter({ beyond: true, description: `Registered at this moment or later; ${MOMENT}` }) createdFrom?: Date;
  @MomentFilter({ beyond: true, description: `Registered at this moment or before; ${MOMENT}` }) createdTo?: Date;
  @MomentFilter({ beyond: true, description: `Changed at this moment or later; ${MOMENT}` }) updatedSince?: Date;
}

/** Query of `GET /items`: the same, and the Location. */
export class ItemsQuery extends LocationItemsQuery {
  @Text({ min: 1, beyond: true, description: 'Items registered to this Location.', example: 'demo:1' }) locationID?: string;
}

/** The filters of a query, without what cuts the page. */
export function filtersOf({ limit: _limit, page: _page, after: _after, count: _count, ...filters }: ItemsQuery): ItemFilters {
  return filters;
}
