import type { Caller } from '#platform/kernel';
import { RegisterItem } from '../commands/register-item.js';
import type { ItemChanges } from '../domain/item.decider.js';
import type { ItemUpdateRequest, NewItemRequest } from './item.requests.js';
import { shippingChanges } from './shipping.request.js';

/** A time without an offset is in UTC. */
const utcOf = (moment: string) => new Date(hasOffset(moment) ? moment : `${moment}Z`).toISOString();
const hasOffset = (moment: string) => /z|[+-]\d\d:\d\d$/i.test(moment);

/** Changes of an item by a body. */
export function itemChanges({ shipping, foundAt, ...changes }: ItemUpdateRequest): ItemChanges {
  return { ...changes, shipping: shipping && shippingChanges(shipping), foundAt: foundAt && utcOf(foundAt) };
}

/**
 * The command that registers the item of a body. Without a check-out date it is the day on which it was found: as written where the time
 * has no offset, else the Location's, which the command knows.
 */
export function registration(
  caller: Caller,
  { locationID, languageID, languageCode, shipping = {}, foundAt, ...item }: NewItemRequest,
  together: RegisterItem['together'] = {},
): RegisterItem {
  const { departuredDate = foundAt && !hasOffset(foundAt) ? foundAt.slice(0, 10) : undefined } = item;
  const details = { ...item, departuredDate, shipping: shippingChanges(shipping), foundAt: foundAt && utcOf(foundAt) };
  return new RegisterItem(caller, locationID, details, { languageID, languageCode }, together);
}
