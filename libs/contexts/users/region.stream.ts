import { defineStream } from '#platform/event-store';
import { regionDecider } from './domain/region.decider.js';
import { regionProjection } from './read-model/region.projection.js';

/** Regions: custom lists of Locations. */
export const regionStream = defineStream('region', regionDecider, {
  public: ['name', 'reference', 'locationIDs'],
  shape: '95eb31616bb5',
  evenWhenFull: ({ type }) => type === 'DeleteRegion',
  projection: regionProjection,
});
