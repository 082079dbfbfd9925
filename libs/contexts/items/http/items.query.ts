import { OmitType } from '@nestjs/swagger';
import { CATEGORY_IDS, COLOR_IDS } from '#contexts/reference';
import { Choice, Choices, DateFilter, InOrder, MomentOrDay, OrderedQuery, QueryFlag, QueryInteger, Text } from '#platform/http';
import { ITEM_ORDERS } from '#platform/kernel';
import type { ItemStatus } from '../domain/item.values.js';
import { type ItemFilters, LISTED } from '../read-model/item.filters.js';

const WORDS =
  'Full-text search in item, brand, place, storage place, notes, externalID and owner, including the owner’s address. Returns ' +
  'items that contain every given word, or a word that starts with it, in any order. Case, accents and punctuation are ignored. ' +
  'Digits alone also find the item with that ID, which comes first. Without any letter or digit, nothing is found.';

/** Query of `GET /locations/:locationID/items`: a page and filters, all of which must hold (decisions.md, sections 3 and 10). */
@InOrder('createdFrom', 'createdTo')
@InOrder('departuredFrom', 'departuredTo')
export class LocationItemsQuery extends OrderedQuery(10, ITEM_ORDERS) {
  @Choices(LISTED, { beyond: true, description: 'Items with one of these statuses, separated by commas or repeated.' })
  status?: ItemStatus[];
  @Choice(CATEGORY_IDS, { beyond: true, description: 'Items in this category.' }) category?: string;
  @Choice(COLOR_IDS, { beyond: true, description: 'Items of this color.' }) color?: string;
  @Text({ beyond: true, description: WORDS }) q?: string;
  @Text({ min: 1, beyond: true, description: 'The item with this key of yours.', example: 'pms-4711' }) externalID?: string;
  @Text({
    min: 1,
    beyond: true,
    description: 'Items whose owner has this reservation number; case, spaces and hyphens are ignored.',
    example: 'R-77120',
  })
  reservationNumber?: string;
  @MomentOrDay('start', { beyond: true, description: 'Items registered at this time or later.' }) createdFrom?: Date;
  @MomentOrDay('end', { beyond: true, description: 'Items registered at this time or earlier.' }) createdTo?: Date;
  @MomentOrDay('start', { beyond: true, description: 'Items changed at this time or later.' }) updatedSince?: Date;
  @DateFilter({ beyond: true, description: 'Items whose owner checked out on this date or later, `YYYY-MM-DD`.' })
  departuredFrom?: string;
  @DateFilter({ beyond: true, description: 'Items whose owner checked out on this date or earlier, `YYYY-MM-DD`.' })
  departuredTo?: string;
  @MomentOrDay('end', {
    beyond: true,
    description: 'Items whose storage ends earlier than this time, of the statuses that expire.',
  })
  expiresBefore?: Date;
  @QueryFlag({ beyond: true, description: 'Items whose owner has an email address or a phone number, or neither.' })
  hasContact?: boolean;
  @QueryInteger({ min: 1, beyond: true, description: 'Items in this storage place, or in one below it.' })
  storagePlaceID?: number;
  @QueryFlag({ beyond: true, description: 'Items that are on hold, or are not.' }) onHold?: boolean;
}

/** Query of `GET /items`: the same, and the Location. */
export class ItemsQuery extends LocationItemsQuery {
  @Text({ min: 1, beyond: true, description: 'Items registered at this Location.', example: 'demo:1' }) locationID?: string;
}

/** Formats of an export. */
const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Query of `GET /items/export`: the filters of the list. */
export class ItemExportQuery extends OmitType(ItemsQuery, ['limit', 'page', 'after', 'sort', 'count'] as const) {
  @Choice(EXPORT_FORMATS, { beyond: true, default: 'csv', description: 'CSV, or a JSON record on each line.' })
  format!: ExportFormat;
}

/** The filters of a query, without the paging parameters. */
export function filtersOf({ limit: _l, page: _p, after: _a, sort: _s, count: _c, ...filters }: ItemsQuery): ItemFilters {
  return filters;
}
