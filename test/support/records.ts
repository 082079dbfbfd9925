import type { Call } from './call.js';

/** A Location as it is created: only what must be told. */
export const HOTEL = {
  name: 'Harbour Hotel',
  address: { address: 'Kade', addressNumber: '1', city: 'Rotterdam', countryID: 'NL', zipCode: '3011' },
  contactDetails: { contactPerson: 'Ann', contactEmail: 'ann@example.com', phoneNumber: '+31 10 123 4567' },
  pickupDetails: {},
} as const;

/** An item as it is registered: all that must be told but its Location. */
export const UMBRELLA = { item: 'Umbrella', location: 'Lobby', departuredDate: '2026-11-20 11:00:00', shipping: {} };

/** Of every user that specs create. */
export const PASSWORD = 'correct horse battery';

/** What makes a Location one of another country. */
export const inCountry = <CountryID extends string>(countryID: CountryID) => ({ address: { ...HOTEL.address, countryID } });

/** Posts a new record and gives it as it was answered. @throws unless it is created */
// biome-ignore lint/suspicious/noExplicitAny: specs look into records without restating their types
export async function created(call: Call, path: string, body: object): Promise<any> {
  const answer = await call('POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** @returns the identifier of a new Location */
export async function createLocation(call: Call, changes: object = {}): Promise<string> {
  return (await created(call, '/locations', { ...HOTEL, ...changes })).locationID;
}

/** A new user with access to one Location. */
export function createUser(call: Call, username: string, userRole: string, locationID: string, more: object = {}) {
  return created(call, '/users', { username, password: PASSWORD, userRole, locationID, ...more });
}

/** A new Region of these Locations. */
export function createRegion(call: Call, name: string, ...locationIDs: string[]) {
  return created(call, '/regions', { name, locationIDs });
}

/** An umbrella, or what the changes make of it, registered at a Location. */
export function registerItem(call: Call, locationID: string, changes: object = {}) {
  return created(call, '/items', { ...UMBRELLA, locationID, ...changes });
}

/** A Request for an umbrella, or for what the changes make of it, at a Location. */
export function makeRequest(call: Call, locationID: string, changes: object = {}) {
  return created(call, `/locations/${locationID}/requests`, { request: 'Umbrella', ...changes });
}
