import { type Statement, tables } from '#platform/database';
import type { Projection, Recorded } from '#platform/event-store';
import { ANONYMIZED, type Guest, type RequestEvent } from '../domain/request.events.js';
import type { RequestEntity } from './request.entity.js';

const db = tables<typeof RequestEntity>();

/** A guest whose data was erased. */
const UNKNOWN_GUEST: Guest = { name: null, email: null, phoneNumber: null };

/** The columns of a Request's record: all but those the database keeps for itself. */
export const RECORD = [
  'group_id',
  'id',
  'request_number',
  'location_id',
  'status',
  'request',
  'location',
  'departured_date',
  'owner',
  'colors',
  'categories',
  'image_url',
  'question',
  'answer',
  'matched_item_id',
  'language_id',
  'expires_at',
  'version',
  'created_at',
  'updated_at',
] as const;

/** Keeps the table `requests`. Every statement returns the row as it now stands. */
export const requestProjection: Projection<RequestEvent> = {
  name: 'requests',
  stream: 'request',
  rebuilds: ['requests'],
  when: {
    RequestMade: ({ data, ...event }) =>
      db
        .insertInto('requests')
        .values({
          group_id: event.stream.groupID,
          id: event.stream.id,
          request_number: data.requestNumber,
          location_id: data.locationID,
          status: data.status,
          request: data.request ?? ANONYMIZED,
          location: data.location,
          departured_date: data.departuredDate,
          owner: data.guest ?? UNKNOWN_GUEST,
          colors: data.colors,
          categories: data.categories,
          image_url: data.imageUrl,
          question: null,
          answer: null,
          matched_item_id: data.matchedItemID,
          language_id: data.languageID,
          expires_at: data.expiresAt,
          erased: false,
          version: event.version,
          created_at: event.at,
          updated_at: event.at,
        })
        .returning(RECORD),
    DetailsAsked: (event) => update(event, { question: event.data.question, answer: null }),
    DetailsGiven: (event) => update(event, { answer: event.data.guest?.answer ?? null }),
    RequestMatched: (event) => update(event),
    RequestUnmatched: (event) => update(event),
    RequestStatusChanged: (event) => update(event),
    PersonalDataErased: (event) => write(event, ERASED),
  },
};

/** What is left of a Request's words once its personal data is erased. */
const ERASED = {
  request: ANONYMIZED,
  location: null,
  owner: UNKNOWN_GUEST,
  image_url: null,
  question: null,
  answer: null,
  erased: true,
};

function update(event: Recorded<Exclude<RequestEvent, { type: 'PersonalDataErased' }>>, changes: object = {}): Statement {
  const { status, matchedItemID } = event.data;
  return write(event, { ...changes, status, matched_item_id: matchedItemID });
}

function write(event: Recorded, changes: object): Statement {
  return db
    .updateTable('requests')
    .set({ ...changes, version: event.version, updated_at: event.at })
    .where('group_id', '=', event.stream.groupID)
    .where('id', '=', event.stream.id)
    .returning(RECORD);
}
