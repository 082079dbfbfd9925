import { expect, it } from 'vitest';
import { HANDLINGS as OF_ITEMS } from '../../libs/contexts/items/domain/item.details.js';
import { HANDLINGS } from '../../libs/contexts/locations/domain/shipping-rates.js';

it('every handling of items can be one that is never sent', () => {
  expect(HANDLINGS).toEqual(OF_ITEMS);
});
