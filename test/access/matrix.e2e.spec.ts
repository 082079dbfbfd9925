import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConnectionSettings } from '#contexts/connections';
import { GroupLimits } from '#contexts/groups';
import type { Answer, Call } from '../support/call.js';
import { UMBRELLA } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { type Ids, MATRIX, type Row } from './matrix.table.js';
import { buildWorld, HIDDEN, PLACES, type Place, type World } from './matrix.world.js';

const { paths } = JSON.parse(readFileSync(new URL('../../openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, object>;
};
const ROUTES = Object.entries(paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
);

let service: TestService;
let world: World;

beforeAll(async () => {
  // Each caller that deletes an endpoint gets one of its own.
  service = await startService({
    groupLimits: new GroupLimits({ webhookEndpoints: 0 }),
    // Nothing listens there.
    connections: new ConnectionSettings({ urls: { mollie: 'http://127.0.0.1:1' } }),
  });
  world = await buildWorld(service);
});
afterAll(() => service?.stop());

function call(client: Call, route: string, row: Row, ids: Ids): Promise<Answer> {
  const [method, path] = route.split(' ') as [string, string];
  const identifiers: Record<string, string | number> = {
    locationID: ids.location,
    userID: ids.user,
    itemID: ids.item,
    requestID: ids.request,
    languageID: ids.language,
    regionID: ids.region,
    storagePlaceID: ids.place,
    endpointID: ids.endpoint,
    connectionID: ids.connection,
    eventsKey: 'none',
    sessionID: '00000000-0000-4000-8000-000000000000',
    externalID: 'none',
    photoID: 99,
    messageID: 99,
    eventID: row.on === 'requestEvent' ? ids.requestEvent : ids.itemEvent,
  };
  const filled = path.replace(/{(\w+)}/g, (_, name: string) => String(identifiers[name]));
  return client(method, filled.replace('/api/v2', '') + (row.query?.(ids) ?? ''), row.body?.(ids));
}

/** What the table promises a caller for a target. */
function promised(caller: string, route: string, row: Row, place: Place): number {
  if (!row.who.includes(caller)) return 403;
  const reached = place === 'own' || (caller === 'T' && place !== 'foreign');
  if (caller === 'C' && place !== 'foreign') return row.carrier ?? row.ok;
  if (caller === 'L' && reached) return row.limited ?? row.ok;
  if (!row.on || reached) return place === 'deactivated' ? (row.deactivated ?? row.ok) : row.ok;
  return route.includes('{') ? 404 : 400;
}

describe('who may call what', () => {
  it('is said of every route (test/access/matrix.table.ts)', () => {
    expect(Object.keys(MATRIX).sort()).toEqual([...ROUTES].sort());
  });

  describe.each(Object.entries(MATRIX).filter(([route]) => route.includes('/api/v2')))('%s', (route, row) => {
    if (row.who === 'anyone') {
      it('needs no token', async () => {
        expect((await call(service.as(null), route, row, world.ids.own)).status).toBe(row.ok);
      });
      return;
    }

    it('refuses callers without a valid token', async () => {
      for (const token of [null, 'lf_made-up', 'eyJhbGciOiJub25lIn0.e30.']) {
        const { status, body } = await call(service.as(token), route, row, world.ids.own);
        expect([token, status, body.code]).toEqual([token, 401, 'unauthenticated']);
      }
    });

    it.each(row.on ? PLACES : (['own'] as const))('answers each role as promised: %s', async (place) => {
      const answers: Record<string, number> = {};
      const promises: Record<string, number> = {};
      const shared = place === 'deactivated' ? await world.anew(place, row.fresh ?? []) : null;
      for (const [letter, client] of Object.entries(world.callers)) {
        promises[letter] = promised(letter, route, row, place);
        const { status, body } = await call(client, route, row, shared ?? (await world.anew(place, row.fresh ?? [])));
        answers[letter] = status;
        if (status === 400 && promises[letter] === 400 && row.ok !== 400)
          expect(body.errors[0].code, letter).toBe('unknown_reference');
        if (letter !== 'T' && status < 300) expect(JSON.stringify(body) ?? '', letter).not.toContain(HIDDEN);
      }
      expect(answers).toEqual(promises);
    });
  });
});

describe('what lists tell a user', () => {
  it('counts nothing that is out of its reach', async () => {
    for (const path of ['/items', '/requests', '/users', '/webhooks/items', '/webhooks/requests', '/webhooks/events']) {
      const { body, headers } = await world.callers.G!('GET', `${path}?count=true&limit=1000`);
      const records = Array.isArray(body) ? body : (body.items ?? body.requests ?? body.events);
      expect(records.length, path).toBeGreaterThan(0);
      expect([path, Number(headers.get('x-total-count'))]).toEqual([path, records.length]);
      expect(JSON.stringify(records), path).not.toContain(world.ids.other.location);
    }
  });

  it('finds nothing else by words and filters', async () => {
    for (const query of [`?q=${HIDDEN}&count=true`, '?status=waiting-response&limit=1000', '?category=misc&count=true']) {
      const { body } = await world.callers.G!('GET', `/items${query}`);
      expect(JSON.stringify(body), query).not.toContain(HIDDEN);
    }
    for (const query of [`?q=${HIDDEN}&count=true`, '?category=misc&count=true']) {
      expect([query, (await world.callers.G!('GET', `/items${query}`)).headers.get('x-total-count')]).toEqual([query, '0']);
    }
  });
});

describe('identifiers inside a body', () => {
  const places = ['other', 'deactivated', 'foreign'] as const;
  const refusals = (place: Place): [string, string, object, string][] => {
    const { own, [place]: hidden } = world.ids;
    return [
      ['POST', `/users/${own.user}/locations`, { locationIDs: [hidden.location] }, 'locationIDs.0'],
      ['POST', `/users/${own.user}/locations`, { regionIDs: [hidden.region] }, 'regionIDs.0'],
      ['POST', '/items', { ...UMBRELLA, locationID: own.location, languageID: hidden.language }, 'languageID'],
      ['PUT', `/requests/${own.request}/match`, { itemID: hidden.item }, 'itemID'],
    ];
  };

  it.each(places)('are unknown when they lie out of reach: %s', async (place) => {
    for (const [method, path, body, field] of refusals(place)) {
      const answer = await world.callers.G!(method, path, body);
      expect([path, answer.status, answer.body.errors?.[0]]).toEqual([
        path,
        400,
        expect.objectContaining({ field, code: 'unknown_reference' }),
      ]);
    }
  });
});
