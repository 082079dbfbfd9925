import { columnsOf, tables } from '#platform/database';
import type { Projection } from '#platform/event-store';
import type { RegionEvent } from '../domain/region.events.js';
import type { RegionEntity } from './user.entity.js';

const db = tables<typeof RegionEntity>();

/** Keeps the table `regions`. */
export const regionProjection: Projection<RegionEvent> = {
  name: 'regions',
  stream: 'region',
  rebuilds: ['regions'],
  when: {
    RegionCreated: ({ data, ...event }) =>
      db.insertInto('regions').values({
        group_id: event.stream.groupID,
        id: event.stream.id,
        name: data.name,
        reference: data.reference,
        location_ids: data.locationIDs,
        version: event.version,
        created_at: event.at,
        updated_at: event.at,
      }),
    RegionUpdated: ({ data: { locationIDs, ...data }, ...event }) =>
      db
        .updateTable('regions')
        .set({
          ...columnsOf(data),
          ...(locationIDs && { location_ids: locationIDs }),
          version: event.version,
          updated_at: event.at,
        })
        .where('group_id', '=', event.stream.groupID)
        .where('id', '=', event.stream.id),
    RegionDeleted: ({ stream }) => db.deleteFrom('regions').where('group_id', '=', stream.groupID).where('id', '=', stream.id),
  },
};
