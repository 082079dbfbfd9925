import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CallLimits } from '#platform/limits';
import { createUser, UMBRELLA } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService({ limits: new CallLimits(600, 0) });
  locationID = await service.location();
});
afterAll(() => service?.stop());

const umbrella = (changes: { externalID?: string; [field: string]: unknown } = {}) => ({ ...UMBRELLA, locationID, ...changes });
const batch = (items: unknown, headers?: Record<string, string>) =>
  service.call('POST', '/items/batch', { items } as object, headers);
const statusesOf = ({ body }: Awaited<ReturnType<typeof batch>>) => body.results.map(({ status }: { status: number }) => status);

describe('a batch', () => {
  it('registers each item, or says of it alone what is wrong, in the same order', async () => {
    const answer = await batch([
      umbrella({ brand: 'Ace', externalID: 'pms-1' }),
      umbrella({ colors: ['black', 'sky'], owner: { contactEmail: 'nobody' } }),
      umbrella({ locationID: 'demo:999' }),
      umbrella({ constructor: 1 }),
      umbrella({ externalID: 'pms-1' }),
      7,
      umbrella({ item: 'Gloves' }),
    ]);
    expect(answer.status).toBe(200);
    expect(statusesOf(answer)).toEqual([201, 400, 400, 400, 409, 400, 201]);
    const [first, fields, reference, reserved, taken, number, last] = answer.body.results;
    expect(first.item).toMatchObject({ brand: 'Ace', externalID: 'pms-1', status: 'contact-missing', locationID });
    expect(first.item).toEqual((await service.call('GET', `/items/${first.item.ID}`)).body);
    expect(last.item).toMatchObject({ item: 'Gloves' });
    expect(fields.error).toMatchObject({ code: 'validation_failed', status: 400, instance: '/api/v2/items/batch' });
    expect(fields.error.errors.map(({ field, code }: never) => [field, code])).toEqual([
      ['colors.1', 'not_allowed'],
      ['owner.contactEmail', 'invalid_format'],
    ]);
    expect(reference.error.errors).toMatchObject([{ field: 'locationID', code: 'unknown_reference' }]);
    expect(reserved.error.errors).toMatchObject([{ field: 'constructor', code: 'unknown_field' }]);
    expect(taken.error).toMatchObject({ code: 'external_id_taken', title: 'The externalID is already in use' });
    expect(number.error.code).toBe('validation_failed');
  });

  it('registers a hundred items at once, the first of those with one key', async () => {
    const items = Array.from({ length: 100 }, (_, n) => umbrella({ item: `Umbrella ${n}`, externalID: `key-${n % 50}` }));
    const answer = await batch(items);
    expect(statusesOf(answer)).toEqual([...Array(50).fill(201), ...Array(50).fill(409)]);
    const keys = answer.body.results.slice(0, 50).map(({ item }: { item: { externalID: string } }) => item.externalID);
    expect(keys).toEqual(items.slice(0, 50).map(({ externalID }) => externalID));
  });

  it.each([
    [{ items: [] }, 'items', 'too_short'],
    [{ items: Array(101).fill(UMBRELLA) }, 'items', 'too_long'],
    [{}, 'items', 'required'],
    [{ items: {} }, 'items', 'invalid_type'],
    [{ items: [UMBRELLA], dryRun: true }, 'dryRun', 'unknown_field'],
    [undefined, 'items', 'required'],
    [[UMBRELLA], 'body', 'invalid_type'],
    [null, 'body', 'invalid_type'],
    ['umbrella', 'body', 'invalid_type'],
  ])('that is none is refused: %#', async (body: unknown, field, code) => {
    const answer = await service.call('POST', '/items/batch', body as object);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ field, code }));
  });

  it('is registered once with a key, refused items included', async () => {
    const items = [umbrella({ externalID: 'once' }), umbrella({ item: '' }), umbrella({ externalID: 'once' })];
    const headers = { 'Idempotency-Key': 'batch-1' };
    const [first, again] = [await batch(items, headers), await batch(items, headers)];
    expect(statusesOf(first)).toEqual([201, 400, 409]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await batch([umbrella()], headers)).body.code).toBe('idempotency_mismatch');
    const [{ count }] = await service.sql(`select count(*)::int as count from items where external_id = 'once'`);
    expect(count).toBe(1);
    await service.call('DELETE', `/items/${first.body.results[0].item.ID}`);
    expect(statusesOf(await batch(items, headers))).toEqual([404, 400, 409]);
  });

  it('reaches the Locations that the caller does', async () => {
    const other = await service.location();
    await createUser(service.call, 'clerk', 'limited_subuser', locationID);
    await createUser(service.call, 'reader', 'overview_subuser', locationID);
    const clerk = await service.signIn('clerk');
    const answer = await clerk.call('POST', '/items/batch', { items: [umbrella(), umbrella({ locationID: other })] });
    expect(statusesOf(answer)).toEqual([201, 400]);
    expect(answer.body.results[0].item.registeredBy).toBeGreaterThan(0);
    const reader = await service.signIn('reader');
    expect((await reader.call('POST', '/items/batch', { items: [umbrella()] })).status).toBe(403);
  });

  it('counts as one call for every ten items', async () => {
    const { call } = await service.group('busy');
    const remaining = async (items: object[]) => {
      const { headers } = await call('POST', '/items/batch', { items });
      return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    };
    const before = await remaining([{}]);
    expect(await remaining(Array(95).fill({}))).toBe(before - 10);
  });
});
