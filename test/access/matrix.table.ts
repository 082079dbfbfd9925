import { HOTEL, PASSWORD, UMBRELLA } from '../support/records.js';

/**
 * Who may call what, row by row in the order of the specification: the expectations of `matrix.e2e.spec.ts`.
 * A route of openapi.json without a row here fails that spec.
 *
 * `who` names those that have the capability (decisions.md, section 5): T the API token, G group_admin, P property_admin,
 * S property_subuser, L limited_subuser, O overview_subuser, C a carrier's API token; `anyone` needs no token. The users' access covers
 * one country, so that `G` alone never stands for what only a group_admin with all-Locations access may do.
 *
 * `on` is what the call is aimed at. For a target within reach the answer is `ok`; for one of another Location, of a deactivated one or of
 * another Group it is 404 in a path and `unknown_reference` in a body or query, as for something that does not exist. The API token
 * reaches the whole Group; `deactivated` is its answer for a deactivated Location where that is not `ok`.
 */
/** What a spec can make more of. */
export type Made = 'location' | 'user' | 'item' | 'request' | 'region' | 'endpoint' | 'place' | 'connection';
export type Target =
  | 'location'
  | 'user'
  | 'item'
  | 'request'
  | 'language'
  | 'region'
  | 'endpoint'
  | 'place'
  | 'connection'
  | 'itemEvent'
  | 'requestEvent';

export interface Row {
  who: string;
  on?: Target;
  /** The target stands in the body or query, not in the path. */
  body?: (target: Ids) => object | FormData;
  query?: (target: Ids) => string;
  ok: number;
  deactivated?: number;
  /** A limited_subuser's answer, for what it did not register itself. */
  limited?: number;
  /** A carrier's answer, for what is not being sent. */
  carrier?: number;
  /** Each call gets these anew, since it changes them. */
  fresh?: Made[];
}

/** What belongs to one Location. */
export interface Ids {
  location: string;
  user: number;
  item: number;
  request: number;
  language: number;
  region: number;
  endpoint: number;
  place: number;
  connection: number;
  itemEvent: string;
  requestEvent: string;
}

/** Switched off, as a Location has one alone. */
export const MOLLIE = { provider: 'mollie', name: 'Money', enabled: false, settings: { apiKey: 'test_dHar4XY7LxsD' } };

const ALL = 'TGPSLO';
const USERS = 'GPSLO';
const ADMINS = 'TGP';
const EDITORS = 'TGPS';
const READERS = 'TGPSO';

const located = ({ location: locationID }: Ids) => ({ locationID });
const inQuery = ({ location }: Ids) => `?locationID=${location}`;
const PIXEL = 'R0lGODdhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=';
function photo(): FormData {
  const form = new FormData();
  form.set('image', new Blob([Buffer.from(PIXEL, 'base64')]), 'photo.gif');
  return form;
}
function sheet(): FormData {
  const form = new FormData();
  form.set('file', new Blob(['item,location\nUmbrella,Lobby']), 'items.csv');
  return form;
}
let users = 0;
const newUser = () => ({ username: `matrix-${users++}`, password: PASSWORD, userRole: 'overview_subuser' });
const invitation = () => ({
  username: `matrix-${users++}`,
  email: 'invited@example.com',
  userRole: 'overview_subuser',
});

export const MATRIX: Record<string, Row> = {
  // Users
  'GET /api/v2/users': { who: ADMINS, ok: 200 },
  'GET /api/v2/users/roles': { who: ALL, ok: 200 },
  'GET /api/v2/users/{userID}': { who: ADMINS, on: 'user', ok: 200 },
  'POST /api/v2/users': { who: ADMINS, on: 'location', body: (ids) => ({ ...newUser(), ...located(ids) }), ok: 201 },
  'PUT /api/v2/users/{userID}': { who: ADMINS, on: 'user', body: () => ({ email: 'ann@example.com' }), ok: 200 },
  'DELETE /api/v2/users/{userID}': { who: ADMINS, on: 'user', ok: 204, fresh: ['user'] },
  'GET /api/v2/users/{userID}/locations': { who: ADMINS, on: 'user', ok: 200 },
  'POST /api/v2/users/{userID}/locations': {
    who: ADMINS,
    on: 'user',
    body: ({ location }) => ({ locationIDs: [location] }),
    ok: 200,
  },
  'DELETE /api/v2/users/{userID}/locations': {
    who: ADMINS,
    on: 'user',
    body: ({ location }) => ({ locationIDs: [location] }),
    // It is the user's only one: who reaches the user is told so.
    ok: 400,
  },
  'GET /api/v2/users/{userID}/history': { who: ADMINS, on: 'user', ok: 200 },
  'POST /api/v2/users/invitations': {
    who: ADMINS,
    on: 'location',
    body: (ids) => ({ ...invitation(), ...located(ids) }),
    ok: 201,
  },
  // The user has a password.
  'POST /api/v2/users/{userID}/invitation': { who: ADMINS, on: 'user', ok: 409 },
  'PUT /api/v2/users/{userID}/disabled': { who: ADMINS, on: 'user', body: () => ({ disabled: true }), ok: 200, fresh: ['user'] },
  'DELETE /api/v2/users/{userID}/totp': { who: ADMINS, on: 'user', ok: 204 },

  // The own account
  'GET /api/v2/me': { who: `${ALL}C`, ok: 200 },
  'PUT /api/v2/me': { who: USERS, body: () => ({ language: 'de' }), ok: 200 },
  // The current password is wrong, which is no different from lacking the role.
  'PUT /api/v2/me/password': {
    who: USERS,
    body: () => ({ currentPassword: 'not the one', newPassword: 'purple stapler window' }),
    ok: 403,
  },
  'GET /api/v2/me/sessions': { who: USERS, ok: 200 },
  'DELETE /api/v2/me/sessions/{sessionID}': { who: USERS, ok: 404 },
  'POST /api/v2/me/totp': { who: USERS, body: () => ({ currentPassword: PASSWORD }), ok: 200 },
  'PUT /api/v2/me/totp': { who: USERS, body: () => ({ code: '000000' }), ok: 403 },
  // There is none.
  'DELETE /api/v2/me/totp': { who: USERS, body: () => ({ code: '000000' }), ok: 409 },

  'GET /api/v2/me/finds': { who: 'GPSL', ok: 200 },
  // Another registered it.
  'PUT /api/v2/me/finds/{itemID}': { who: 'GPSL', on: 'item', body: () => ({ brand: 'Fulton' }), ok: 404 },

  // Messages
  'GET /api/v2/items/{itemID}/messages': { who: EDITORS, on: 'item', ok: 200 },
  'POST /api/v2/items/{itemID}/messages': {
    who: EDITORS,
    on: 'item',
    body: () => ({ kind: 'text', text: 'Hello' }),
    ok: 202,
  },
  // There is none.
  'PUT /api/v2/items/{itemID}/messages/{messageID}/read': { who: EDITORS, on: 'item', ok: 404 },
  'POST /api/v2/items/{itemID}/guest-link': { who: EDITORS, on: 'item', ok: 201 },
  'GET /api/v2/requests/{requestID}/messages': { who: EDITORS, on: 'request', ok: 200 },
  'POST /api/v2/requests/{requestID}/messages': {
    who: EDITORS,
    on: 'request',
    body: () => ({ kind: 'resend' }),
    // No contact is known.
    ok: 409,
  },
  'PUT /api/v2/requests/{requestID}/messages/{messageID}/read': { who: EDITORS, on: 'request', ok: 404 },
  'POST /api/v2/requests/{requestID}/guest-link': { who: EDITORS, on: 'request', ok: 201 },

  // What guests are shown
  'GET /api/v2/guest-settings': { who: 'T', ok: 200 },
  'PUT /api/v2/guest-settings': { who: 'T', body: () => ({ color: '#0b5cad' }), ok: 200 },
  'POST /api/v2/guest-settings/logo': { who: 'T', body: photo, ok: 200 },
  'DELETE /api/v2/guest-settings/logo': { who: 'T', ok: 204 },
  'GET /api/v2/locations/{locationID}/shipping': { who: EDITORS, on: 'location', ok: 200 },
  'PUT /api/v2/locations/{locationID}/shipping': {
    who: ADMINS,
    on: 'location',
    body: () => ({ paidBy: 'location', currency: 'EUR', rates: [] }),
    ok: 200,
  },
  'GET /api/v2/locations/{locationID}/guest-settings': { who: EDITORS, on: 'location', ok: 200 },
  'PUT /api/v2/locations/{locationID}/guest-settings': {
    who: ADMINS,
    on: 'location',
    body: () => ({ color: '#0b5cad' }),
    ok: 200,
  },
  'POST /api/v2/locations/{locationID}/guest-settings/logo': { who: ADMINS, on: 'location', body: photo, ok: 200 },
  'DELETE /api/v2/locations/{locationID}/guest-settings/logo': { who: ADMINS, on: 'location', ok: 204 },

  // Stays
  'PUT /api/v2/locations/{locationID}/stays': {
    who: ADMINS,
    on: 'location',
    body: () => ({ stays: [{ externalID: 'R-1', room: '312', arrivalDate: '2026-11-18', departureDate: '2026-11-20' }] }),
    ok: 200,
  },
  'GET /api/v2/locations/{locationID}/stays': { who: EDITORS, on: 'location', query: () => '?room=312', ok: 200 },
  // There is none of this key.
  'DELETE /api/v2/locations/{locationID}/stays/{externalID}': { who: ADMINS, on: 'location', ok: 404 },

  // API tokens
  'GET /api/v2/tokens': { who: 'T', ok: 200 },
  'POST /api/v2/tokens': { who: 'T', body: () => ({ name: 'PMS', role: 'overview_subuser' }), ok: 201 },
  'DELETE /api/v2/tokens/{tokenID}': { who: 'T', ok: 404 },

  // Items
  'GET /api/v2/items': { who: READERS, on: 'location', query: inQuery, ok: 200 },
  'GET /api/v2/items/{itemID}': { who: READERS, on: 'item', ok: 200 },
  'POST /api/v2/items': {
    who: 'TGPSL',
    on: 'location',
    body: (ids) => ({ ...UMBRELLA, ...located(ids) }),
    ok: 201,
    deactivated: 409,
  },
  'POST /api/v2/imports': {
    who: ADMINS,
    on: 'location',
    body: ({ location }) => {
      const form = sheet();
      form.set('locationID', location);
      return form;
    },
    ok: 202,
    deactivated: 202,
  },
  'GET /api/v2/imports': { who: ADMINS, ok: 200 },
  // There is none of this number.
  'GET /api/v2/imports/{importID}': { who: ADMINS, ok: 404 },
  'GET /api/v2/imports/{importID}/errors': { who: ADMINS, ok: 404 },
  'DELETE /api/v2/imports/{importID}': { who: ADMINS, ok: 404 },
  // Each item is answered by itself.
  'POST /api/v2/items/batch': { who: 'TGPSL', body: () => ({ items: [UMBRELLA] }), ok: 200 },
  'GET /api/v2/items/export': { who: READERS, on: 'location', query: inQuery, ok: 200 },
  'PUT /api/v2/items/{itemID}': { who: EDITORS, on: 'item', body: () => ({ brand: 'Ace' }), ok: 200 },
  'PUT /api/v2/items/{itemID}/status': {
    who: EDITORS,
    on: 'item',
    body: () => ({ status: 'finished' }),
    ok: 200,
    fresh: ['item'],
  },
  'DELETE /api/v2/items/{itemID}': { who: EDITORS, on: 'item', ok: 204, fresh: ['item'] },
  'PUT /api/v2/items/{itemID}/hold': { who: EDITORS, on: 'item', body: () => ({ reason: 'The police asked' }), ok: 200 },
  'POST /api/v2/items/{itemID}/handover': {
    who: EDITORS,
    on: 'item',
    body: () => ({ to: 'Anna', identification: 'known' }),
    ok: 200,
    fresh: ['item'],
  },
  // It was not handed over.
  'GET /api/v2/items/{itemID}/handover/signature': { who: EDITORS, on: 'item', ok: 404 },
  'POST /api/v2/items/{itemID}/disposal': {
    who: EDITORS,
    on: 'item',
    body: () => ({ method: 'donated', reason: 'Perishable' }),
    ok: 200,
    fresh: ['item'],
  },
  'POST /api/v2/items/disposals': { who: EDITORS, body: () => ({ method: 'donated', itemIDs: [999_999] }), ok: 200 },
  'DELETE /api/v2/items/{itemID}/hold': { who: EDITORS, on: 'item', ok: 200 },
  // Nothing is to be paid.
  'PUT /api/v2/items/{itemID}/payment': { who: EDITORS, on: 'item', body: () => ({ status: 'withdrawn' }), ok: 409 },
  // Nothing was paid.
  'POST /api/v2/items/{itemID}/payment/refund': {
    who: ADMINS,
    on: 'item',
    body: () => ({ amount: null, reason: 'The parcel was lost' }),
    ok: 409,
  },
  'PUT /api/v2/items/{itemID}/reopen': {
    who: EDITORS,
    on: 'item',
    body: () => ({ reason: 'The guest called' }),
    // The item still waits for its owner: whoever may reopen items is told that this one is not closed.
    ok: 409,
  },
  'PUT /api/v2/items/{itemID}/response': {
    who: EDITORS,
    on: 'item',
    body: () => ({ response: 'pickup' }),
    ok: 200,
    fresh: ['item'],
  },
  'POST /api/v2/items/{itemID}/upload-image': { who: 'TGPSL', on: 'item', body: photo, ok: 200, limited: 403 },
  'GET /api/v2/items/{itemID}/similar': { who: READERS, on: 'item', ok: 200 },
  'GET /api/v2/items/{itemID}/photos': { who: 'TGPSL', on: 'item', ok: 200, limited: 403 },
  'POST /api/v2/items/{itemID}/photos': { who: 'TGPSL', on: 'item', body: photo, ok: 201, limited: 403, fresh: ['item'] },
  // It has none: an order names those that there are.
  'PUT /api/v2/items/{itemID}/photos': {
    who: 'TGPSL',
    on: 'item',
    body: () => ({ photoIDs: [] }),
    ok: 200,
    limited: 403,
    fresh: ['item'],
  },
  'DELETE /api/v2/items/{itemID}/photos/{photoID}': { who: 'TGPSL', on: 'item', ok: 404, limited: 403, fresh: ['item'] },
  // It was not asked to be sent.
  'POST /api/v2/items/{itemID}/shipment': {
    who: `${EDITORS}C`,
    on: 'item',
    body: () => ({ status: 'in-route' }),
    ok: 409,
    carrier: 404,
  },
  'POST /api/v2/items/{itemID}/shipment/offers': { who: EDITORS, on: 'item', ok: 409 },
  'POST /api/v2/items/{itemID}/shipment/label': { who: EDITORS, on: 'item', ok: 409 },
  'GET /api/v2/items/{itemID}/shipment/label': { who: EDITORS, on: 'item', ok: 404 },
  'DELETE /api/v2/items/{itemID}/shipment/label': { who: EDITORS, on: 'item', ok: 404 },
  'GET /api/v2/items/{itemID}/shipment': { who: READERS, on: 'item', ok: 200 },
  'GET /api/v2/items/{itemID}/transitions': { who: READERS, on: 'item', ok: 200 },
  'GET /api/v2/items/{itemID}/candidates': { who: READERS, on: 'item', ok: 200 },
  'GET /api/v2/items/{itemID}/history': { who: READERS, on: 'item', ok: 200 },

  // Locations
  'GET /api/v2/locations': { who: ALL, ok: 200 },
  'GET /api/v2/locations/{locationID}': { who: ALL, on: 'location', ok: 200 },
  'POST /api/v2/locations': { who: 'T', body: () => HOTEL, ok: 201 },
  'PUT /api/v2/locations/{locationID}': { who: ADMINS, on: 'location', body: () => ({ reference: null }), ok: 200 },
  'PUT /api/v2/locations/{locationID}/deactivate': { who: ADMINS, on: 'location', ok: 200, fresh: ['location'] },
  'PUT /api/v2/locations/{locationID}/reactivate': { who: ADMINS, on: 'location', ok: 200, fresh: ['location'] },
  'GET /api/v2/locations/{locationID}/languages': { who: ALL, on: 'location', ok: 200 },
  'PUT /api/v2/locations/{locationID}/languages': {
    who: ADMINS,
    on: 'location',
    body: ({ language }) => ({ languageIDs: [language], defaultLanguageID: language }),
    ok: 200,
  },
  'GET /api/v2/locations/{locationID}/items': { who: READERS, on: 'location', ok: 200 },
  'GET /api/v2/locations/{locationID}/requests': { who: READERS, on: 'location', ok: 200 },
  'GET /api/v2/locations/{locationID}/users': { who: ADMINS, on: 'location', ok: 200 },
  'GET /api/v2/locations/{locationID}/history': { who: ADMINS, on: 'location', ok: 200 },

  // Languages and reference lists
  'GET /api/v2/languages': { who: ALL, ok: 200 },
  'POST /api/v2/languages': { who: 'T', body: () => ({ language: 'French', code: 'fr' }), ok: 201 },
  'GET /api/v2/languages/{languageID}': { who: ALL, on: 'language', ok: 200 },
  'GET /api/v2/countries': { who: ALL, ok: 200 },
  'GET /api/v2/colors': { who: ALL, ok: 200 },
  'GET /api/v2/categories': { who: ALL, ok: 200 },

  // Webhooks
  'GET /api/v2/webhooks/config': { who: ADMINS, ok: 200 },
  'PUT /api/v2/webhooks/config': { who: 'T', body: () => ({}), ok: 200 },
  'POST /api/v2/webhooks/config/rotate-secret': { who: 'T', ok: 200 },
  'POST /api/v2/webhooks/test': { who: 'T', body: () => ({ type: 'itemStatus' }), ok: 202 },
  'GET /api/v2/webhooks/health': { who: ADMINS, ok: 200 },
  'GET /api/v2/webhooks/events': { who: ADMINS, on: 'location', query: inQuery, ok: 200 },
  'GET /api/v2/webhooks/endpoints': { who: ADMINS, ok: 200 },
  'POST /api/v2/webhooks/endpoints': {
    who: 'T',
    on: 'location',
    body: ({ location }) => ({ url: 'https://hooks.example.com/', events: ['item.created'], locationIDs: [location] }),
    ok: 201,
  },
  'GET /api/v2/webhooks/endpoints/{endpointID}': { who: ADMINS, on: 'endpoint', ok: 200 },
  'PUT /api/v2/webhooks/endpoints/{endpointID}': { who: 'T', on: 'endpoint', body: () => ({ enabled: true }), ok: 200 },
  'DELETE /api/v2/webhooks/endpoints/{endpointID}': { who: 'T', on: 'endpoint', ok: 204, fresh: ['endpoint'] },
  'POST /api/v2/webhooks/endpoints/{endpointID}/rotate-secret': { who: 'T', on: 'endpoint', ok: 200 },
  'POST /api/v2/webhooks/endpoints/{endpointID}/test': { who: 'T', on: 'endpoint', ok: 202 },
  'GET /api/v2/webhooks/endpoints/{endpointID}/health': { who: ADMINS, on: 'endpoint', ok: 200 },
  'GET /api/v2/webhooks/items': { who: ADMINS, ok: 200 },
  'GET /api/v2/webhooks/requests': { who: ADMINS, ok: 200 },
  'GET /api/v2/webhooks/location/{locationID}/items': { who: ADMINS, on: 'location', ok: 200 },
  'GET /api/v2/webhooks/location/{locationID}/requests': { who: ADMINS, on: 'location', ok: 200 },
  'GET /api/v2/webhooks/events/{eventID}': { who: ADMINS, on: 'itemEvent', ok: 200 },
  'POST /api/v2/webhooks/events/{eventID}/redeliver': { who: 'T', on: 'requestEvent', ok: 202 },
  'POST /api/v2/webhooks/redeliver': {
    who: 'T',
    body: () => ({ startDate: '2020-01-01T00:00:00Z', endDate: '2020-01-02T00:00:00Z' }),
    ok: 202,
  },

  // Regions
  'GET /api/v2/regions': { who: ADMINS, ok: 200 },
  'GET /api/v2/regions/{regionID}': { who: ADMINS, on: 'region', ok: 200 },
  'POST /api/v2/regions': {
    who: 'T',
    on: 'location',
    body: ({ location }) => ({ name: 'North', locationIDs: [location] }),
    ok: 201,
  },
  'PUT /api/v2/regions/{regionID}': { who: 'T', on: 'region', body: () => ({ reference: 'N' }), ok: 200 },
  'DELETE /api/v2/regions/{regionID}': { who: 'T', on: 'region', ok: 204, fresh: ['region'] },

  // Connections
  'GET /api/v2/connections': { who: 'T', ok: 200 },
  'POST /api/v2/connections': {
    who: 'T',
    on: 'location',
    body: ({ location }) => ({ ...MOLLIE, locationIDs: [location] }),
    ok: 201,
  },
  'GET /api/v2/connections/{connectionID}': { who: 'T', on: 'connection', ok: 200 },
  'PUT /api/v2/connections/{connectionID}': { who: 'T', on: 'connection', body: () => MOLLIE, ok: 200 },
  'DELETE /api/v2/connections/{connectionID}': { who: 'T', on: 'connection', ok: 204, fresh: ['connection'] },
  'POST /api/v2/connections/{connectionID}/test': { who: 'T', on: 'connection', ok: 200 },
  'POST /api/v2/connections/{connectionID}/sync': { who: 'T', on: 'connection', ok: 409 },
  'POST /api/v2/provider-events/{eventsKey}': { who: 'anyone', ok: 404 },

  // Storage places
  'GET /api/v2/locations/{locationID}/storage-places': { who: READERS, on: 'location', ok: 200 },
  'POST /api/v2/locations/{locationID}/storage-places': {
    who: EDITORS,
    on: 'location',
    body: () => ({ name: 'Shelf' }),
    ok: 201,
  },
  'GET /api/v2/storage-places/{storagePlaceID}': { who: READERS, on: 'place', ok: 200 },
  'PUT /api/v2/storage-places/{storagePlaceID}': { who: EDITORS, on: 'place', body: () => ({ name: 'Safe' }), ok: 200 },
  'PUT /api/v2/storage-places/{storagePlaceID}/items': {
    who: EDITORS,
    on: 'place',
    body: ({ item }) => ({ itemIDs: [item] }),
    ok: 200,
  },
  'DELETE /api/v2/storage-places/{storagePlaceID}': { who: EDITORS, on: 'place', ok: 204, fresh: ['place'] },

  // Desk
  'GET /api/v2/desk/tasks': { who: READERS, on: 'location', query: inQuery, ok: 200 },
  'GET /api/v2/desk/held-messages': { who: ADMINS, ok: 200 },
  'GET /api/v2/search': { who: READERS, on: 'location', query: (ids) => `${inQuery(ids)}&q=umbrella`, ok: 200 },

  // Requests
  'GET /api/v2/requests': { who: READERS, on: 'location', query: inQuery, ok: 200 },
  'GET /api/v2/requests/{requestID}': { who: READERS, on: 'request', ok: 200 },
  'POST /api/v2/locations/{locationID}/requests': {
    who: EDITORS,
    on: 'location',
    body: () => ({ request: 'My comb' }),
    ok: 201,
    deactivated: 409,
  },
  'PUT /api/v2/requests/{requestID}': {
    who: EDITORS,
    on: 'request',
    body: () => ({ internalNotes: 'Called twice' }),
    ok: 200,
  },
  'DELETE /api/v2/requests/{requestID}': { who: EDITORS, on: 'request', ok: 204, fresh: ['request'] },
  'GET /api/v2/requests/{requestID}/transitions': { who: READERS, on: 'request', ok: 200 },
  'GET /api/v2/requests/{requestID}/candidates': { who: READERS, on: 'request', ok: 200 },
  'PUT /api/v2/requests/{requestID}/candidates/{itemID}/rejected': {
    who: EDITORS,
    on: 'request',
    body: () => ({ rejected: true }),
    ok: 200,
  },
  'GET /api/v2/requests/{requestID}/history': { who: READERS, on: 'request', ok: 200 },
  'PUT /api/v2/requests/{requestID}/question': {
    who: EDITORS,
    on: 'request',
    body: () => ({ question: 'Which color?' }),
    ok: 200,
    fresh: ['request'],
  },
  // Nothing was asked.
  'PUT /api/v2/requests/{requestID}/answer': { who: EDITORS, on: 'request', body: () => ({ answer: 'Red' }), ok: 409 },
  'PUT /api/v2/requests/{requestID}/match': {
    who: EDITORS,
    on: 'request',
    body: ({ item: itemID }) => ({ itemID }),
    ok: 200,
    fresh: ['request', 'item'],
  },
  // It is not matched.
  'DELETE /api/v2/requests/{requestID}/match': { who: EDITORS, on: 'request', ok: 409 },
  'PUT /api/v2/requests/{requestID}/status': {
    who: EDITORS,
    on: 'request',
    body: () => ({ status: 'not-found' }),
    ok: 200,
    fresh: ['request'],
  },

  // How long personal data is kept
  'GET /api/v2/desk/retention': { who: 'T', ok: 200 },
  'PUT /api/v2/desk/retention': { who: 'T', body: () => ({ days: null }), ok: 200 },

  // Audit
  'GET /api/v2/audit': { who: 'T', ok: 200 },
  'GET /api/v2/audit/actions': { who: 'T', ok: 200 },

  // Changes
  'GET /api/v2/changes': { who: READERS, on: 'location', query: inQuery, ok: 200 },
  'GET /api/v2/changes/stream': { who: READERS, on: 'location', query: inQuery, ok: 200 },

  // Signing in, and what needs no token
  'POST /api/v2/auth/login': { who: 'anyone', body: () => ({ username: 'nobody', password: 'x' }), ok: 401 },
  'POST /api/v2/auth/password/forgot': { who: 'anyone', body: () => ({ username: 'nobody' }), ok: 202 },
  'POST /api/v2/auth/refresh': { who: 'anyone', body: () => ({ refreshToken: 'x' }), ok: 401 },
  'POST /api/v2/auth/logout': { who: 'anyone', body: () => ({ refreshToken: 'x' }), ok: 204 },
  'POST /api/v2/desk/session': { who: 'anyone', body: () => ({ username: 'nobody', password: 'x' }), ok: 401 },
  // The header is missing.
  'POST /api/v2/desk/session/refresh': { who: 'anyone', ok: 403 },
  'DELETE /api/v2/desk/session': { who: 'anyone', ok: 204 },
  'GET /api/v2/auth/sso/login': { who: 'anyone', ok: 404 },
  'GET /api/v2/auth/sso/callback': { who: 'anyone', ok: 404 },
  'GET /images/{name}': { who: 'anyone', ok: 404 },
  'GET /health/live': { who: 'anyone', ok: 200 },
  'GET /health/ready': { who: 'anyone', ok: 200 },
};
