import { sql } from 'kysely';
import { defineStream, type Fact, factAbout } from '#platform/event-store';
import { itemDecider } from './domain/item.decider.js';
import { PUBLIC_DETAILS } from './domain/item.events.js';
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
    'response',
    'contact',
  ],
  erasedBy: 'PersonalDataErased',
  endsFacts: ['ItemStatusChanged'],
  projection: itemProjection,
});

/** The fact that an item exists, neither deleted nor anonymized, for commands that rely on it until they are committed. */
export function itemExists(groupID: number, id: number): Fact {
  return exists(itemStream.of(groupID, id));
}

const exists = factAbout(
  ({ groupID, id }) => sql<boolean>`exists (select from items where group_id = ${groupID}::int and id = ${id}::int
    and status not in ('deleted', 'anonymized'))`,
);
