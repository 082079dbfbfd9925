import { sql } from 'kysely';
import { AddLanguage } from '#contexts/languages';
import { ApiTokens } from '#contexts/sign-in';
import { WebhookDeliveryEntity } from '#contexts/webhooks';
import { Database, statement, tables } from '#platform/database';
import type { Call } from '../support/call.js';
import { created, createLocation, createRegion, createUser, inCountry, makeRequest, registerItem } from '../support/records.js';
import type { TestService } from '../support/service.js';
import { type Ids, type Made, MOLLIE } from './matrix.table.js';

export type Place = 'own' | 'other' | 'deactivated' | 'foreign';
export const PLACES: readonly Place[] = ['own', 'other', 'deactivated', 'foreign'];

/** Stands in the text of every record that only the API token sees. */
export const HIDDEN = 'HIDDEN';

/** Locations that calls of the table use up, for each place: two rows of seven callers. */
const SPARE = 14;

const COUNTED = ['user', 'item', 'request', 'region', 'language'];

const ROLES = {
  G: 'group_admin',
  P: 'property_admin',
  S: 'property_subuser',
  L: 'limited_subuser',
  O: 'overview_subuser',
} as const;

const deliveries = tables<typeof WebhookDeliveryEntity>();

const countFrom = (sequence: string, from: number) => statement(sql`select setval(${sequence}::regclass, ${from})`);

function attempt(kind: string, location: string, subject: number) {
  return deliveries
    .updateTable('webhook_deliveries')
    .set({ attempts: 1, status: 'success', last_attempt_at: new Date().toISOString() })
    .where('kind', '=', kind as 'itemStatus')
    .where('location_id', '=', location)
    .where('subject_id', '=', subject)
    .returning('id');
}

/** Callers by the letters of the table, and a way to make what a Location of each place holds. */
export interface World {
  callers: Record<string, Call>;
  ids: Record<Place, Ids>;
  /** What the place holds, those of the kinds named new. */
  anew(place: Place, kinds: readonly Made[]): Promise<Ids>;
}

/** Two Groups; in the first, users of every role whose access covers the Locations of one country. */
export async function buildWorld(service: TestService): Promise<World> {
  const token = service.call;
  const { call: foreign, groupID: foreignID } = await service.group('other');
  const database = service.get(Database);
  const languages = service.get(AddLanguage);
  const spare = Object.fromEntries(
    PLACES.map((place) => [
      place,
      { location: [], user: [], item: [], request: [], region: [], endpoint: [], place: [], connection: [] },
    ]),
  ) as unknown as Record<Place, Record<Made, (string | number)[]>>;
  let made = 0;

  const callOf = (place: Place) => (place === 'foreign' ? foreign : token);
  const markOf = (place: Place) => (place === 'own' ? 'shown' : HIDDEN);
  const locations = {} as Record<Place, string>;
  const endpoint = 'https://hooks.example.com/';
  const make: Record<Made, (place: Place) => Promise<string | number>> = {
    location: (place) =>
      createLocation(callOf(place), { ...inCountry(place === 'other' ? 'DE' : 'NL'), name: `${markOf(place)} hotel` }),
    user: async (place) =>
      (await createUser(callOf(place), `${markOf(place)}-${made++}`, 'overview_subuser', locations[place])).ID,
    item: async (place) => {
      const owner = { contactEmail: 'zoe@example.com' };
      return (await registerItem(callOf(place), locations[place], { item: `${markOf(place)} umbrella`, owner })).ID;
    },
    request: async (place) => (await makeRequest(callOf(place), locations[place], { request: `${markOf(place)} umbrella` })).ID,
    region: async (place) => (await createRegion(callOf(place), `${markOf(place)} region`, locations[place])).ID,
    place: async (place) =>
      (await created(callOf(place), `/locations/${locations[place]}/storage-places`, { name: markOf(place) })).ID,
    connection: async (place) => (await created(callOf(place), '/connections', { ...MOLLIE, name: markOf(place) })).ID,
    endpoint: async (place) => {
      const told = { url: endpoint, events: ['location.updated'], locationIDs: [locations[place]] };
      return (await created(callOf(place), '/webhooks/endpoints', { ...told, description: markOf(place) })).ID;
    },
  };

  /** Webhook events are shown from their first attempt on; nobody delivers here. */
  async function events(location: string, { item, request }: Pick<Ids, 'item' | 'request'>) {
    const attempted = async (kind: string, subject: number) => {
      const [row] = await database.query<{ id: string }>(attempt(kind, location, subject));
      return row!.id;
    };
    return { itemEvent: await attempted('itemStatus', item), requestEvent: await attempted('requestStatus', request) };
  }

  const webhooks = {
    webhooks: { itemStatus: true, requestStatus: true },
    endpoints: { itemStatus: endpoint, requestStatus: endpoint },
  };
  for (const call of [token, foreign]) await call('PUT', '/webhooks/config', webhooks);
  const ids = {} as Record<Place, Ids>;
  for (const place of PLACES) {
    locations[place] = String(await make.location(place));
    // Identifiers count within a Group: those of another Group shall not be some record's own.
    if (place === 'foreign')
      await Promise.all([
        ...COUNTED.map((kind) => database.query(countFrom(`numbers.${kind}_${foreignID}`, 1_000_000))),
        service.sql(
          `insert into storage_places (group_id, id, location_id, name, code, path, trail, version, created_at, updated_at, deleted)
            values ($1, 1000000, '', '', '', '', '{}', 1, now(), now(), true)`,
          [foreignID],
        ),
        service.sql(
          `insert into connections (group_id, id, provider, kind, name, enabled, settings, secrets, created_at, updated_at, deleted)
            values ($1, 1000000, 'mollie', 'payment', '', false, '{}', '', now(), now(), true)`,
          [foreignID],
        ),
        service.sql('update webhook_configurations set endpoints_made = 1000000 where group_id = $1', [foreignID]),
      ]);
    const [user, item, request, region, endpoint, storagePlace, connection] = [
      await make.user(place),
      await make.item(place),
      await make.request(place),
      await make.region(place),
      await make.endpoint(place),
      await make.place(place),
      await make.connection(place),
    ] as number[];
    const german = { language: `${markOf(place)} German`, code: 'de', default: false, locationID: locations[place] };
    const { id: language } = await languages.execute(place === 'foreign' ? foreignID : service.groupID, german);
    const made = {
      location: locations[place],
      user,
      item,
      request,
      region,
      endpoint,
      place: storagePlace,
      connection,
      language,
    } as Omit<Ids, 'itemEvent' | 'requestEvent'>;
    ids[place] = { ...made, ...(await events(made.location, made)) };
  }
  // What is registered at a Location stays there when it is deactivated; a country's new Locations are reached only after seconds.
  for (const place of PLACES) {
    for (let n = 0; n < SPARE; n++) spare[place].location.push(await make.location(place));
  }
  for (const kind of ['user', 'item', 'request', 'region', 'place'] as const) {
    for (let n = 0; n < SPARE; n++) spare.deactivated[kind].push(await make[kind]('deactivated'));
  }
  for (const location of [locations.deactivated, ...spare.deactivated.location])
    await token('PUT', `/locations/${location}/deactivate`);

  const callers: Record<string, Call> = {};
  for (const [letter, role] of Object.entries(ROLES)) {
    const user = await createUser(token, `caller-${letter}`, role, ids.own.location);
    await token('POST', `/users/${user.ID}/locations`, { countryIDs: ['NL'] });
    callers[letter] = (await service.signIn(`caller-${letter}`)).call;
  }
  callers.C = service.as((await service.get(ApiTokens).create(service.groupID, 'carrier')).token);
  // Last, since it changes what the others must not.
  callers.T = token;

  async function anew(place: Place, kinds: readonly Made[]): Promise<Ids> {
    const entries = kinds.map(async (kind) => [kind, spare[place][kind].pop() ?? (await make[kind](place))]);
    return { ...ids[place], ...Object.fromEntries(await Promise.all(entries)) };
  }
  return { callers, ids, anew };
}
