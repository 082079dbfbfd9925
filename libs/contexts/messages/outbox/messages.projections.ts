import { itemStream } from '#contexts/items';
import { requestStream } from '#contexts/requests';
import { userStream } from '#contexts/users';
import { outgoing, type Subscription } from '#platform/event-store';
import { NO_LOCATION } from '../message.js';
import { erase } from './erase.js';
import { messageOf } from './outbox.js';

/** Owners are notified whenever an item becomes `waiting-response`. Messages are not sent again when projections are rebuilt. */
const itemMessages = outgoing('item-messages', itemStream, {
  ItemRegistered: (event) => {
    const { status, locationID } = event.data;
    return status === 'waiting-response' ? messageOf(event, 'item-found', locationID) : [];
  },
  PersonalDataErased: ({ stream }) => erase(stream.groupID, 'item', stream.id),
  ItemStatusChanged: (event) => {
    const { status, locationID, ownerKnows } = event.data;
    return status === 'waiting-response' && !ownerKnows ? messageOf(event, 'item-found', locationID) : [];
  },
});

/** Guests are notified when staff ask for details and when their Request is resolved or not found. */
const requestMessages = outgoing('request-messages', requestStream, {
  DetailsAsked: (event) => messageOf(event, 'request-question', event.data.locationID),
  RequestMatched: (event) => messageOf(event, 'request-resolved', event.data.locationID),
  RequestStatusChanged: (event) => {
    const { status, locationID } = event.data;
    return status === 'not-found' ? messageOf(event, 'request-not-found', locationID) : [];
  },
  PersonalDataErased: ({ stream }) => erase(stream.groupID, 'request', stream.id),
});

/** Users are sent a link to set their password. */
const userMessages = outgoing('user-messages', userStream, {
  UserInvited: (event) => messageOf(event, 'user-invitation', NO_LOCATION),
  UserPasswordForgotten: (event) => messageOf(event, 'user-password', NO_LOCATION),
  UserDeleted: ({ stream }) => erase(stream.groupID, 'user', stream.id),
});

/** Projections that write messages for what happens to their subjects. */
export const MESSAGE_PROJECTIONS: readonly Subscription[] = [itemMessages, requestMessages, userMessages];
