import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EraseRequest } from '#contexts/requests';
import { Rebuilder } from '#platform/event-store';
import { makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

// biome-ignore lint/suspicious/noExplicitAny: records are looked into without restating their types
type Request = any;

let service: TestService;
let locationID: string;
let all: Request[];
beforeAll(async () => {
  service = await startService();
  locationID = await service.location({ daysBeforeRequestExpires: 20 });
  const quick = await service.location({ daysBeforeRequestExpires: 5 });
  for (let n = 0; n < 24; n++) {
    const { ID } = await makeRequest(service.call, n % 3 === 0 ? quick : locationID, {
      externalID: n % 4 === 0 ? `CRM-${n}` : null,
    });
    service.clock.forward(1 / 24);
    if (n % 5 === 0) await service.call('PUT', `/requests/${ID}/status`, { status: 'not-found' });
    if (n % 5 === 1) await service.call('PUT', `/requests/${ID}/question`, { question: 'Which brand?' });
  }
  all = (await list({ limit: 1000 })).requests;
}, 60_000);
afterAll(() => service?.stop());

async function list(query: Record<string, unknown>) {
  const { status, body, headers } = await service.call(
    'GET',
    `/requests?${new URLSearchParams(query as Record<string, string>)}`,
  );
  if (status !== 200) throw new Error(JSON.stringify(body));
  const link = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
  const next = link === undefined ? undefined : Object.fromEntries(new URLSearchParams(link.split('?')[1]));
  return { requests: body.requests as Request[], next, headers };
}

const ids = (requests: Request[]) => requests.map(({ ID }) => ID as number);
const time = (record: string) => Date.parse(`${record.replace(' ', 'T')}Z`);
const rfc = (record: string) => `${record.replace(' ', 'T')}Z`;
const expires = ({ status }: Request) => status === 'registered' || status === 'waiting-guest-response';

const FILTERS: Record<string, () => [query: Record<string, unknown>, means: (request: Request) => boolean]> = {
  'nothing at all': () => [{}, () => true],
  'a status': () => [{ status: 'not-found' }, ({ status }) => status === 'not-found'],
  'several statuses': () => [
    { status: 'not-found,waiting-guest-response' },
    ({ status }) => /^(not-found|waiting-guest-response)$/.test(status),
  ],
  'a key': () => [{ externalID: 'CRM-8' }, ({ externalID }) => externalID === 'CRM-8'],
  'made between': () => [
    { createdFrom: rfc(all[15].createdAt), createdTo: rfc(all[5].createdAt) },
    ({ createdAt }) => createdAt >= all[15].createdAt && createdAt <= all[5].createdAt,
  ],
  'changed since': () => [{ updatedSince: rfc(all[7].updatedAt) }, ({ updatedAt }) => updatedAt >= all[7].updatedAt],
};

const SORTS: Record<string, (one: Request, other: Request) => number> = {
  '-created': (one, other) => other.ID - one.ID,
  updated: (one, other) => time(one.updatedAt) - time(other.updatedAt) || one.ID - other.ID,
  expires: (one, other) => {
    const end = (request: Request) => (expires(request) ? time(request.expiresAt) : Number.MAX_SAFE_INTEGER);
    return end(one) - end(other) || one.ID - other.ID;
  },
};

describe('filters of Requests', () => {
  it.each(Object.keys(FILTERS))('%s', async (name) => {
    const [query, means] = FILTERS[name]!();
    for (const [sort, order] of Object.entries(SORTS)) {
      const expected = ids(all.filter(means).toSorted(order));
      const found = await list({ ...query, sort, limit: 1000, count: true });
      expect([sort, ids(found.requests)]).toEqual([sort, expected]);
      expect(found.headers.get('x-total-count')).toBe(String(expected.length));
      const walked: number[] = [];
      for (let next: Record<string, unknown> | undefined = { ...query, sort, limit: 4 }; next; ) {
        const page = await list(next);
        walked.push(...ids(page.requests));
        next = page.next;
      }
      expect([sort, walked]).toEqual([sort, expected]);
    }
  });

  it('of a Location are the same', async () => {
    const { body } = await service.call(
      'GET',
      `/locations/${locationID}/requests?status=not-found&status=registered&sort=expires`,
    );
    const means = (one: Request) => one.locationID === locationID && one.status !== 'waiting-guest-response';
    expect(ids(body.requests)).toEqual(ids(all.filter(means).toSorted(SORTS.expires)).slice(0, 10));
  });

  it.each([
    ['status=deleted', 'status not_allowed'],
    ['status=registered,anonymized', 'status not_allowed'],
    ['sort=updated&after=7', 'after invalid_format'],
  ])('%s is refused', async (query, fault) => {
    const { status, body } = await service.call('GET', `/requests?${query}`);
    expect([status, ...body.errors.map(({ field, code }: Request) => `${field} ${code}`)]).toEqual([400, fault]);
  });
});

describe('an integration’s own key of a Request', () => {
  const make = (externalID: unknown) =>
    service.call('POST', `/locations/${locationID}/requests`, { request: 'Ring', externalID });
  const taken = { status: 409, body: { code: 'external_id_taken' } };

  it('is taken once in the Group, to the letter, and is null where there is none', async () => {
    const first = await make('Once');
    expect(first).toMatchObject({ status: 201, body: { externalID: 'Once' } });
    expect(await make('Once')).toMatchObject(taken);
    const next = await make('once');
    // What was refused has used up no number of the Location.
    expect(next.body.requestNumber).toBe(first.body.requestNumber + 1);
    for (const none of [undefined, null, '', '  ']) expect((await make(none)).body.externalID, String(none)).toBeNull();
    const answers = await Promise.all(Array.from({ length: 8 }, () => make('Race')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    expect((await make('x'.repeat(256))).body.errors).toMatchObject([{ field: 'externalID', code: 'too_long' }]);
    // An item may have the same key: it is another kind of record.
    expect((await service.item(locationID, { externalID: 'Once' })).externalID).toBe('Once');
  });

  it('is free again once its Request is deleted or erased, from its history too', async () => {
    const deleted = (await make('Free')).body.ID;
    await service.call('DELETE', `/requests/${deleted}`);
    const erased = (await make('Free')).body.ID;
    await service.app.get(CommandBus, { strict: false }).execute(new EraseRequest(1, erased));
    expect((await service.call('GET', `/requests/${erased}`)).body.externalID).toBeNull();
    expect(JSON.stringify((await service.call('GET', `/requests/${erased}/history`)).body)).not.toContain('Free');
    expect((await make('Free')).status).toBe(201);
    const before = (await list({ limit: 1000 })).requests;
    await service.app.get(Rebuilder, { strict: false }).rebuild('requests');
    expect((await list({ limit: 1000 })).requests).toEqual(before);
  });
});
