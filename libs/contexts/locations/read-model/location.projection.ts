import { columnsOf } from '#platform/database';
import { type Projection, type Recorded, RecordTable } from '#platform/event-store';
import { type LocationEvent, locationEvents } from '../domain/location.events.js';
import { LocationEntity, type LocationRow, RECORD } from './location.entity.js';

const locations = new RecordTable(LocationEntity, RECORD);

/** Maintains the table `locations`. */
export const locationProjection: Projection<LocationEvent, LocationRow> = {
  name: 'locations',
  rebuilds: ['locations'],
  when: locationEvents.writes(
    (event: Recorded, fields) => locations.insert(event, columnsOf(fields)),
    (event: Recorded, fields) => locations.update(event, columnsOf(fields)),
  ),
};
