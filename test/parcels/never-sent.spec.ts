import { expect, it } from 'vitest';
import { HANDLINGS as OF_ITEMS } from '#contexts/items';
import { HANDLINGS } from '#contexts/locations';

it('every handling of items can be one that is never sent', () => {
  expect(HANDLINGS).toEqual(OF_ITEMS);
});
