import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiTokens } from '#contexts/sign-in';
import { Rebuilder } from '#platform/event-store';
import { createUser } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
});
afterAll(() => service?.stop());

const FOUND = { item: 'Ring', location: 'Room 312' };
const register = (body: object) => service.call('POST', '/items', { ...FOUND, locationID, ...body });
const faults = ({ body }: { body: { errors: { field: string; code: string }[] } }) =>
  body.errors.map(({ field, code }) => `${field} ${code}`).sort();

describe('a find', () => {
  it('is registered without check-out date and shipping, as what it is, on the day that it is at the Location', async () => {
    const find = { foundBy: 'M. Janssen', hiddenMark: 'Engraved inside:\nJ+B 2019', handling: 'valuable' };
    const { status, body } = await register({ ...find, foundAt: '2026-11-19T23:30:00-05:00' });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      ...find,
      foundAt: '2026-11-20 04:30:00.000',
      departuredDate: '2026-11-20 00:00:00.000',
      shipping: { weight: null, dimensions: null },
    });
    expect((await service.call('GET', `/items/${body.ID}`)).body).toEqual(body);
    const changed = { foundAt: null, foundBy: null, hiddenMark: null, handling: 'discreet' };
    expect((await service.call('PUT', `/items/${body.ID}`, changed)).body).toMatchObject({
      ...changed,
      departuredDate: '2026-11-20 00:00:00.000',
    });
  });

  it.each([
    ['2026-11-20', '2026-11-20 00:00:00.000'],
    ['2026-11-20 21:05:00', '2026-11-20 21:05:00.000'],
    ['2026-11-20T21:05:00.5Z', '2026-11-20 21:05:00.500'],
  ])('takes %s', async (foundAt, shown) => {
    expect((await register({ foundAt })).body).toMatchObject({ foundAt: shown, departuredDate: '2026-11-20 00:00:00.000' });
  });

  it('keeps the check-out date that is given', async () => {
    const { body } = await register({ foundAt: '2026-11-20', departuredDate: '2026-11-18' });
    expect(body.departuredDate).toBe('2026-11-18 00:00:00.000');
  });

  it('needs check-out date and shipping where it does not say when it was found', async () => {
    expect(faults(await register({}))).toEqual(['departuredDate required', 'shipping required']);
    expect(faults(await register({ foundAt: null, departuredDate: null, shipping: null }))).toEqual([
      'departuredDate required',
      'shipping required',
    ]);
  });

  it.each([
    [{ foundAt: '2026-02-30' }, ['foundAt invalid_format']],
    [{ foundAt: 20261120 }, ['foundAt invalid_type']],
    [{ foundAt: '2026-11-20', departuredDate: null }, ['departuredDate required']],
    [{ foundAt: '2026-11-20', handling: 'fragile' }, ['handling not_allowed']],
    [{ foundAt: '2026-11-20', handling: null }, ['handling invalid_type']],
    [{ foundAt: '2026-11-20', foundBy: 'x'.repeat(101) }, ['foundBy too_long']],
    [{ foundAt: '2026-11-20', foundBy: 'a\nb' }, ['foundBy invalid_format']],
    [{ foundAt: '2026-11-20', hiddenMark: 'x'.repeat(501) }, ['hiddenMark too_long']],
  ])('%j is refused', async (body, expected) => expect(faults(await register(body))).toEqual(expected));

  it('may be a day ahead by the service’s clock, and no more', async () => {
    const ahead = (hours: number) => new Date(service.clock.now().getTime() + hours * 3_600_000).toISOString();
    expect((await register({ foundAt: ahead(23) })).status).toBe(201);
    const late = await register({ foundAt: ahead(25) });
    expect([late.status, faults(late)]).toEqual([400, ['foundAt out_of_range']]);
    const { ID } = await service.item(locationID);
    expect(faults(await service.call('PUT', `/items/${ID}`, { foundAt: ahead(25) }))).toEqual(['foundAt out_of_range']);
  });

  it('is told to webhook endpoints and the list of changes by the names of its fields alone', async () => {
    const { next } = (await service.call('GET', '/changes?after=now')).body;
    const { ID } = await service.item(locationID);
    await service.call('PUT', `/items/${ID}`, { hiddenMark: 'Hallmark 585' });
    await expect
      .poll(async () => (await service.call('GET', `/changes?after=${next}`)).body.changes.at(-1))
      .toMatchObject({ ID, change: 'updated', fields: ['hiddenMark'] });
    const stored = await service.sql('select data::text from events where stream_type = $1 and stream_id = $2', ['item', ID]);
    expect(JSON.stringify(stored)).not.toContain('Hallmark');
  });
});

describe('who registered an item', () => {
  const nameOf = async (ID: number) => (await service.call('GET', `/items/${ID}`)).body.registeredByName;

  it('is named: a user by its present name, an integration by that of its token', async () => {
    await createUser(service.call, 'sanne', 'property_subuser', locationID);
    const { call: sanne } = await service.signIn('sanne');
    const { body: hers } = await sanne('POST', '/items', { ...FOUND, locationID, foundAt: '2026-11-20' });
    expect(hers).toMatchObject({ registeredBy: expect.any(Number), registeredByName: 'sanne' });
    const { token } = await service.get(ApiTokens).create(service.groupID, 'group_admin', 'Front office');
    const { body: its } = await service.as(token)('POST', '/items', { ...FOUND, locationID, foundAt: '2026-11-20' });
    expect(its).toMatchObject({ registeredBy: null, registeredByName: 'Front office' });
    expect((await service.call('PUT', `/items/${its.ID}`, { brand: 'Fulton' })).body.registeredByName).toBe('Front office');
    const { items } = (await service.call('GET', '/items?limit=2')).body;
    expect(items.map((item: { registeredByName: string }) => item.registeredByName)).toEqual(['Front office', 'sanne']);
    await service.get(Rebuilder).rebuild('items');
    expect([await nameOf(hers.ID), await nameOf(its.ID)]).toEqual(['sanne', 'Front office']);
    await service.call('DELETE', `/users/${hers.registeredBy}`);
    expect(await nameOf(hers.ID)).toBeNull();
  });

  it('is known of items that the release before registers beside this one', async () => {
    const { token } = await service.get(ApiTokens).create(service.groupID, 'group_admin', 'Night audit');
    const { body } = await service.as(token)('POST', '/items', { ...FOUND, locationID, foundAt: '2026-11-20' });
    // As the release before writes it: without the column.
    const columns = (
      await service.sql(`select string_agg(column_name, ', ') as names from information_schema.columns
      where table_name = 'items' and column_name not in ('registered_by_token', 'id', 'search', 'facets')`)
    )[0].names;
    await service.sql(
      `with gone as (delete from items where id = $1 returning *)
      insert into items (id, ${columns}) select id, ${columns} from gone`,
      [body.ID],
    );
    expect(await nameOf(body.ID)).toBe('Night audit');
  });
});
