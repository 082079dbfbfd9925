import type { FoundThing, LostThing } from '../domain/matching.things.js';
import type { DescribedItem, DescribedRequest } from './candidate.shortlist.js';
import { colorsNamedIn } from './named-colors.js';

/** A Request as it is compared. */
export function lostThing(row: DescribedRequest): LostThing {
  return {
    request: row.request,
    answer: row.answer,
    locationID: row.location_id,
    location: row.location,
    departuredDate: row.departured_date,
    colors: [...new Set([...row.colors, ...colorsNamedIn(row.request)])],
    categories: row.categories,
    guest: row.owner,
  };
}

/** An item as it is compared. */
export function foundThing(row: DescribedItem): FoundThing {
  return {
    item: row.item,
    brand: row.brand,
    locationID: row.location_id,
    location: row.location,
    departuredDate: row.departured_date,
    colors: row.colors.length > 0 ? row.colors : colorsNamedIn(row.item),
    categories: row.categories,
    owner: row.owner,
  };
}
