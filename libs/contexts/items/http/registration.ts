import type { Caller } from '#platform/kernel';
import { RegisterItem } from '../commands/register-item.js';
import type { ItemChanges } from '../domain/item.decider.js';
import type { ItemUpdateRequest, NewItemRequest } from './item.requests.js';
import { shippingChanges } from './shipping.request.js';

const utcOf = (moment: string) => new Date(moment).toISOString();

/** Changes of an item by a body. */
export function itemChanges({ shipping, foundAt, ...changes }: ItemUpdateRequest): ItemChanges {
  return { ...changes, shipping: shipping && shippingChanges(shipping), foundAt: foundAt && utcOf(foundAt) };
}

/** The command that registers the item of a body; without a check-out date it is the day on which it was found, as written. */
export function registration(
  caller: Caller,
  { locationID, languageID, languageCode, shipping = {}, foundAt, ...item }: NewItemRequest,
  together: RegisterItem['together'] = {},
): RegisterItem {
  const { departuredDate = foundAt?.slice(0, 10) ?? '' } = item;
  const details = { ...item, departuredDate, shipping: shippingChanges(shipping), foundAt: foundAt && utcOf(foundAt) };
  return new RegisterItem(caller, locationID, details, { languageID, languageCode }, together);
}
