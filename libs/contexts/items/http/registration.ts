import type { Caller } from '#platform/kernel';
import { RegisterItem } from '../commands/register-item.js';
import type { NewItemRequest } from './item.requests.js';
import { shippingChanges } from './shipping.request.js';

/** The command that registers the item of a body. */
export function registration(
  caller: Caller,
  { locationID, languageID, languageCode, shipping, ...item }: NewItemRequest,
  together: RegisterItem['together'] = {},
): RegisterItem {
  const details = { ...item, shipping: shippingChanges(shipping) };
  return new RegisterItem(caller, locationID, details, { languageID, languageCode }, together);
}
