import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { userWith } from '../../../../test/support/callers.js';
import { type ItemCommand, itemDecider } from './item.decider.js';
import { after, registered } from './spec/items.js';

const { given } = specificationOf(itemDecider);
const changing = (hours: number): ItemCommand => ({
  type: 'UpdateOwnFind',
  caller: userWith('limited_subuser', 'demo:1'),
  changes: { brand: 'Fulton' },
  isState: () => true,
  at: after(hours),
});

describe('an own find', () => {
  it('can be changed for an hour', () => {
    for (const hours of [0, 1])
      given([registered()])
        .when(changing(hours))
        .then([{ type: 'ItemUpdated', data: { brand: 'Fulton' } }]);
    given([registered()])
      .when(changing(1 + 1 / 3600))
      .thenRefused('conflict');
  });
});
