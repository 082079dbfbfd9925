import { sql } from 'kysely';
import type { RecordKind } from '#contexts/records';
import { defineStream } from '#platform/event-store';
import { type RequestCommand, requestDecider } from './domain/request.decider.js';
import { type RequestEvent, requestEvents } from './domain/request.events.js';
import type { RequestState } from './domain/request.state.js';
import type { RequestRow } from './read-model/request.entity.js';
import { requestProjection } from './read-model/request.projection.js';

/** Customer Requests. The guest is personal data, and so is the free text. */
export const requestStream = defineStream('request', requestDecider, {
  public: requestEvents.public,
  shape: '1a3634a4e7cb',
  evenWhenFull: ({ type }) => type === 'DeleteRequest' || type === 'LoseMatch' || type === 'UnmatchItem',
  erasedBy: 'PersonalDataErased',
  placed: sql.table('requests'),
  projection: requestProjection,
});

/** Requests as a kind of record. */
export const REQUESTS: RecordKind<RequestState, RequestCommand, RequestEvent, RequestRow> = {
  name: 'Request',
  stream: requestStream,
  table: 'requests',
  imagePrefix: 'request',
  imagesOf: (state) => (state.status === 'absent' || state.fields.imageUrl === null ? [] : [state.fields.imageUrl]),
};
