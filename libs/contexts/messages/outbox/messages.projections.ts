import type { ItemEvent } from '#contexts/items';
import type { RequestEvent } from '#contexts/requests';
import type { AnyProjection, Projection } from '#platform/event-store';
import { erase } from './erase.js';
import { messageOf } from './outbox.js';

/** Owners are told whenever an item begins to wait for their answer. Outgoing work is never rebuilt. */
const itemMessages: Projection<ItemEvent> = {
  name: 'item-messages',
  stream: 'item',
  rebuilds: [],
  when: {
    ItemRegistered: (event) => {
      const { status, locationID } = event.data;
      return status === 'waiting-response' ? messageOf(event, 'item-found', locationID) : [];
    },
    ItemUpdated: () => [],
    OwnerResponded: () => [],
    ShipmentReported: () => [],
    ContactBounced: () => [],
    PersonalDataErased: ({ stream }) => erase(stream.groupID, 'item', stream.id),
    ItemStatusChanged: (event) => {
      const { status, locationID } = event.data;
      return status === 'waiting-response' ? messageOf(event, 'item-found', locationID) : [];
    },
  },
};

/** Guests are told when staff ask for details, and how their Request ended. */
const requestMessages: Projection<RequestEvent> = {
  name: 'request-messages',
  stream: 'request',
  rebuilds: [],
  when: {
    RequestMade: () => [],
    DetailsAsked: (event) => messageOf(event, 'request-question', event.data.locationID),
    DetailsGiven: () => [],
    RequestMatched: (event) => messageOf(event, 'request-resolved', event.data.locationID),
    RequestUnmatched: () => [],
    RequestStatusChanged: (event) => {
      const { status, locationID } = event.data;
      return status === 'not-found' ? messageOf(event, 'request-not-found', locationID) : [];
    },
    PersonalDataErased: ({ stream }) => erase(stream.groupID, 'request', stream.id),
  },
};

/** The messages that statuses make. */
export const MESSAGE_PROJECTIONS: readonly AnyProjection[] = [itemMessages, requestMessages];
