import { columnsOf } from '#platform/database';
import { type Projection, RecordTable } from '#platform/event-store';
import type { RegionEvent } from '../domain/region.events.js';
import { RegionEntity } from './user.entity.js';

const regions = new RecordTable(RegionEntity, ['id']);

/** Maintains the table `regions`. */
export const regionProjection: Projection<RegionEvent> = {
  name: 'regions',
  rebuilds: ['regions'],
  when: {
    RegionCreated: (event) => regions.insert(event, columnsOf(event.data)),
    RegionUpdated: (event) => regions.update(event, columnsOf(event.data)),
    RegionDeleted: (event) => regions.delete(event),
  },
};
