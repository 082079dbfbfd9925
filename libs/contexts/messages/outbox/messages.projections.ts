import { itemStream } from '#contexts/items';
import { requestStream } from '#contexts/requests';
import { userStream } from '#contexts/users';
import type { Statement } from '#platform/database';
import { outgoing, type Recorded, type Subscription } from '#platform/event-store';
import { NO_LOCATION } from '../message.js';
import { erase } from './erase.js';
import { messageOf, messageOfItem } from './outbox.js';

/** The wake-up topic: messages may be due. */
export const MESSAGES = 'messages';

/** Words of staff, and messages that a person who just did something waits for (decisions.md, section 12, Messages). */
const URGENT = { urgent: true } as const;

/** The statuses of a parcel that has moved. */
const MOVED: readonly string[] = ['pickup-scheduled', 'in-route', 'delivered'];

/**
 * Owners are notified when an item becomes `waiting-response`, an imported one only if that was wanted. Rebuilds send nothing again.
 * @param findsTogether milliseconds that the message waits for other finds of the same owner
 */
const findMessages = (findsTogether: number) =>
  outgoing(findsTogether > 0 ? 'waiting-finds' : 'finds', itemStream, {
    ItemRegistered: (event) => {
      const { status, locationID, untold } = event.data;
      return status === 'waiting-response' && !untold ? messageOf(event, 'item-found', locationID, { after: findsTogether }) : [];
    },
    ItemStatusChanged: (event) => {
      const { status, locationID, ownerKnows } = event.data;
      return status === 'waiting-response' && !ownerKnows
        ? messageOf(event, 'item-found', locationID, { after: findsTogether })
        : [];
    },
  });

/**
 * Owners are notified when their answer was received and when the parcel moves; the desk of every answer. An answer given on a page is
 * reported to every contact.
 */
const itemMessages = outgoing('item-messages', itemStream, {
  ItemStatusChanged: (event) =>
    MOVED.includes(event.data.status) ? messageOf(event, 'item-shipment', event.data.locationID) : [],
  OwnerResponded: (event) => [
    messageOfItem(event, 'answer-received', 'item', URGENT),
    ...(event.actor.type === 'guest' ? [messageOfItem(event, 'answer-received', 'item-other', URGENT)] : []),
    messageOfItem(event, 'desk-news', 'desk-item'),
  ],
  AnswerTakenBack: (event) => messageOfItem(event, 'desk-news', 'desk-item'),
  ContactCorrected: (event) =>
    messageOf(event, 'item-found', event.data.locationID, { bySms: event.data.contact === 'phoneNumber' }),
  OwnerWrittenTo: (event) => messageOf(event, event.data.message, event.data.locationID, URGENT),
  PersonalDataErased: ({ stream }) => erase(stream.groupID, 'item', stream.id),
});

/** Guests are notified that their report was received, when staff ask for details, and of its end; the desk of reports and answers. */
const requestMessages = outgoing('request-messages', requestStream, {
  RequestMade: (event) => [
    messageOf(event, 'request-received', event.data.locationID, URGENT),
    messageOf(event, 'desk-news', event.data.locationID, { subject: 'desk-request' }),
  ],
  DetailsAsked: (event) => messageOf(event, 'request-question', event.data.locationID, URGENT),
  DetailsGiven: (event) => messageOf(event, 'desk-news', event.data.locationID, { subject: 'desk-request' }),
  RequestMatched: (event) => messageOf(event, 'request-resolved', event.data.locationID),
  RequestStatusChanged: (event) => {
    const { status, locationID } = event.data;
    return status === 'not-found' || status === 'expired' ? messageOf(event, 'request-not-found', locationID) : [];
  },
  GuestWrittenTo: (event) => messageOf(event, event.data.message, event.data.locationID, URGENT),
  PersonalDataErased: ({ stream }) => erase(stream.groupID, 'request', stream.id),
});

/** Users get links to set their password and to verify an address of their own, and news of changes in their account. */
const userMessages = outgoing('user-messages', userStream, {
  UserUpdated: (event) => {
    const { person, formerEmail } = event.data;
    if (formerEmail === undefined) return [];
    return [
      ...(person?.resetEmail === undefined ? [] : [messageOf(event, 'user-email', NO_LOCATION, URGENT)]),
      ...(formerEmail === null ? [] : [changed(event)]),
    ];
  },
  UserPasswordChanged: (event) => (event.data.first ? [] : changed(event)),
  UserSecondFactorAdded: (event) => changed(event),
  UserSecondFactorRemoved: (event) => changed(event),
  UserCodesGuessed: (event) => changed(event),
  UserInvited: (event) => messageOf(event, 'user-invitation', NO_LOCATION, URGENT),
  UserPasswordForgotten: (event) => messageOf(event, 'user-password', NO_LOCATION, URGENT),
  UserDeleted: ({ stream }) => erase(stream.groupID, 'user', stream.id),
});

function changed(event: Recorded): Statement {
  return messageOf(event, 'user-changed', NO_LOCATION, { subject: 'user-changed', ...URGENT });
}

/** Projections that write messages for what happens to their subjects. @param findsTogether see `findMessages` */
export function messageProjections(findsTogether: number): readonly Subscription[] {
  return [findMessages(findsTogether), ...AT_ONCE];
}

const AT_ONCE: readonly Subscription[] = [itemMessages, requestMessages, userMessages];

/** Subscriptions with messages that are due at once. Polling finds one that waits for other finds when it is due. */
const NAMES = [findMessages(0), ...AT_ONCE].map(({ name }) => name);

/** Whether a commit wrote messages that are due, when subscriptions with these names wrote something. */
export function wroteDueMessages(names: ReadonlyMap<string, unknown>): boolean {
  return NAMES.some((name) => names.has(name));
}
