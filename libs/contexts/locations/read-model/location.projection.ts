import { columnsOf } from '#platform/database';
import { type Projection, RecordTable } from '#platform/event-store';
import type { LocationEvent } from '../domain/location.events.js';
import { LocationEntity, type LocationRow, RECORD } from './location.entity.js';

const locations = new RecordTable(LocationEntity, RECORD);

/** Maintains the table `locations`. */
export const locationProjection: Projection<LocationEvent, LocationRow> = {
  name: 'locations',
  rebuilds: ['locations'],
  when: {
    LocationCreated: (event) => locations.insert(event, { ...columnsOf(event.data), active: true }),
    LocationUpdated: (event) => locations.update(event, columnsOf(event.data)),
    LocationDeactivated: (event) => locations.update(event, { active: false }),
    LocationReactivated: (event) => locations.update(event, { active: true }),
  },
};
