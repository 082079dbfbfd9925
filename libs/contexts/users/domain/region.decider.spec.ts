import { describe, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { regionDecider } from './region.decider.js';
import type { RegionEvent } from './region.events.js';

const { given } = specificationOf(regionDecider);

const facts = { locationIDs: new Set(['demo:1', 'demo:2']), isOnlyAccessOfAUser: false };
const region = { name: 'North', reference: null, locationIDs: ['demo:1'] };
const created: RegionEvent = { type: 'RegionCreated', data: region };

describe('a Region', () => {
  it('is a list of Locations of the Group', () => {
    given([])
      .when({ type: 'CreateRegion', region, ...facts })
      .then([created]);
    given([])
      .when({ type: 'CreateRegion', region: { ...region, locationIDs: ['demo:1', 'demo:9'] }, ...facts })
      .thenRefused('validation_failed', 'locationIDs.1');
  });

  it('changes by fields', () => {
    given([created])
      .when({
        type: 'UpdateRegion',
        changes: { name: 'South', locationIDs: ['demo:1'] },
        ...facts,
        isOnlyAccessOfAUser: true,
      })
      .then([{ type: 'RegionUpdated', data: { name: 'South' } }]);
  });

  it('is neither emptied nor deleted while a user has no Location but by it', () => {
    const emptying = { type: 'UpdateRegion' as const, changes: { locationIDs: [] }, ...facts };
    given([created])
      .when({ ...emptying, isOnlyAccessOfAUser: true })
      .thenRefused('conflict');
    given([created])
      .when({ type: 'DeleteRegion', ...facts, isOnlyAccessOfAUser: true })
      .thenRefused('conflict');
    given([created])
      .when({ ...emptying, isOnlyAccessOfAUser: false })
      .then([{ type: 'RegionUpdated', data: { locationIDs: [] } }]);
    given([created])
      .when({ type: 'DeleteRegion', ...facts })
      .then([{ type: 'RegionDeleted', data: {} }]);
  });

  it('is not found once deleted', () => {
    given([created, { type: 'RegionDeleted', data: {} }])
      .when({ type: 'DeleteRegion', ...facts })
      .thenRefused('not_found');
  });
});
