import { defineStream } from '#platform/event-store';
import { requestDecider } from './domain/request.decider.js';
import { requestProjection } from './read-model/request.projection.js';

/** Customer Requests. The guest is personal data, and so is the free text. */
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
    'message',
    'assignedTo',
    'itemID',
    'rejected',
    'rejectedItemIDs',
  ],
  shape: 'e8d31a26f793',
  evenWhenFull: ({ type }) => type === 'DeleteRequest' || type === 'LoseMatch' || type === 'UnmatchItem',
  erasedBy: 'PersonalDataErased',
  projection: requestProjection,
});

/** The owner of a Request's uploaded image. */
export function imageOwnerOf(groupID: number, requestID: number) {
  return { groupID, record: `request${requestID}` };
}
