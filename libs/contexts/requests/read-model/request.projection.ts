import { columnsOf } from '#platform/database';
import { type Projection, type Recorded, RecordTable } from '#platform/event-store';
import { type RequestEvent, requestEvents } from '../domain/request.events.js';
import { RECORD, RequestEntity, type RequestRow } from './request.entity.js';

const requests = new RecordTable(RequestEntity, RECORD);

/** Maintains the table `requests`. */
export const requestProjection: Projection<RequestEvent, RequestRow> = {
  name: 'requests',
  rebuilds: ['requests'],
  when: requestEvents.writes(
    (event: Recorded, fields) => requests.insert(event, columnsOf(fields)),
    (event: Recorded, fields) => requests.update(event, columnsOf(fields)),
  ),
};
