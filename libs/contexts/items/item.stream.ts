import { sql } from 'kysely';
import { defineStream } from '#platform/event-store';
import { itemDecider } from './domain/item.decider.js';
import { PUBLIC_DETAILS } from './domain/item.details.js';
import { itemProjection } from './read-model/item.projection.js';

/** Items. The owner is personal data, and so is any free text written by staff. */
export const itemStream = defineStream('item', itemDecider, {
  public: [
    ...PUBLIC_DETAILS,
    'locationID',
    'languageID',
    'languageCode',
    'status',
    'previousStatus',
    'itemStorageDays',
    'registeredAt',
    'storageExpiresAt',
    'untold',
    'response',
    'contact',
    'requestID',
    'ownerKnows',
    'message',
    'respondedAt',
    'paymentStatus',
    'amount',
    'currency',
    'until',
    'since',
    'identification',
    'markMatched',
    'method',
  ],
  shape: '3412acce773f',
  evenWhenFull: ({ type }) => type === 'DeleteItem' || type === 'UnmatchItem',
  erasedBy: 'PersonalDataErased',
  placed: sql.table('items'),
  projection: itemProjection,
});
