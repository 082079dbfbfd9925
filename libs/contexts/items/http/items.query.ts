import { CATEGORY_IDS, COLOR_IDS } from '#contexts/reference';
import { Choice, CursorQuery, InOrder, MomentFilter, Text } from '#platform/http';
import { ITEM_STATUSES, type ItemStatus } from '../domain/item.events.js';
import type { ItemFilters } from '../read-model/item.listing.js';

const TIME_FORMATS = '`YYYY-MM-DDTHH:MM:SSZ`, `YYYY-MM-DDTHH:MM:SS` (UTC) or `YYYY-MM-DDTHH:MM:SS.sssZ`.';
const WORDS =
  'Full-text search in item, brand, place and owner, including the owner’s address. Returns items that contain every given word, or a word that starts with it, in any order. Case, accents and punctuation are ignored. Without any letter or digit, nothing is found.';

/** Query of `GET /locations/:locationID/items`: a page and filters, all of which must hold (decisions.md, section 3). */
@InOrder('createdFrom', 'createdTo')
export class LocationItemsQuery extends CursorQuery(10) {
  @Choice(ITEM_STATUSES, { beyond: true, description: 'Items with this status.' }) status?: ItemStatus;
  @Choice(CATEGORY_IDS, { beyond: true, description: 'Items in this category.' }) category?: string;
  @Choice(COLOR_IDS, { beyond: true, description: 'Items of this color.' }) color?: string;
  @Text({ beyond: true, description: WORDS }) q?: string;
  @MomentFilter({ beyond: true, description: `Items registered at this time or later: ${TIME_FORMATS}` }) createdFrom?: Date;
  @MomentFilter({ beyond: true, description: `Items registered at this time or earlier: ${TIME_FORMATS}` }) createdTo?: Date;
  @MomentFilter({ beyond: true, description: `Items changed at this time or later: ${TIME_FORMATS}` }) updatedSince?: Date;
}

/** Query of `GET /items`: the same, and the Location. */
export class ItemsQuery extends LocationItemsQuery {
  @Text({ min: 1, beyond: true, description: 'Items registered at this Location.', example: 'demo:1' }) locationID?: string;
}

/** The filters of a query, without the paging parameters. */
export function filtersOf({ limit: _limit, page: _page, after: _after, count: _count, ...filters }: ItemsQuery): ItemFilters {
  return filters;
}
