import { defineStream } from '#platform/event-store';
import { requestDecider } from './domain/request.decider.js';
import { requestProjection } from './read-model/request.projection.js';

/** Customer Requests. Who lost something is personal data, and so are the words about it. */
export const requestStream = defineStream('request', requestDecider, {
  public: [
    'requestNumber',
    'locationID',
    'status',
    'previousStatus',
    'matchedItemID',
    'departuredDate',
    'colors',
    'categories',
    'languageID',
    'expiresAt',
  ],
  erasedBy: 'PersonalDataErased',
  projection: requestProjection,
});
