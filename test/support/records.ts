import type { Call } from './call.js';

/** The body for creating a Location, with required fields only. */
export const HOTEL = {
  name: 'Harbour Hotel',
  address: { address: 'Kade', addressNumber: '1', city: 'Rotterdam', countryID: 'NL', zipCode: '3011 AB' },
  contactDetails: { contactPerson: 'Ann', contactEmail: 'ann@example.com', phoneNumber: '+31 10 123 4567' },
  pickupDetails: {},
} as const;

/** The body for registering an item, with required fields only and without `locationID`. */
export const UMBRELLA = { item: 'Umbrella', location: 'Lobby', departuredDate: '2026-11-20 11:00:00', shipping: {} };

/** The password of every user that specs create. */
export const PASSWORD = 'correct horse battery';

/** Changes that put a Location in another country. */
export const inCountry = <CountryID extends string>(countryID: CountryID) => ({ address: { ...HOTEL.address, countryID } });

/** Posts a new record and returns it. @throws unless the status is 201 */
// biome-ignore lint/suspicious/noExplicitAny: specs look into records without restating their types
export async function created(call: Call, path: string, body: object): Promise<any> {
  const answer = await call('POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
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

/** A new Region with these Locations. */
export function createRegion(call: Call, name: string, ...locationIDs: string[]) {
  return created(call, '/regions', { name, locationIDs });
}

/** Registers an umbrella, with changes, at a Location. */
export function registerItem(call: Call, locationID: string, changes: object = {}) {
  return created(call, '/items', { ...UMBRELLA, locationID, ...changes });
}

/** Creates a Request for an umbrella, with changes, at a Location. */
export function makeRequest(call: Call, locationID: string, changes: object = {}) {
  return created(call, `/locations/${locationID}/requests`, { request: 'Umbrella', ...changes });
}
