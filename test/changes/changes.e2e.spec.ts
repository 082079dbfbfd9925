import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EraseItem } from '#contexts/items';
import { createUser, makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';
import { type Entry, Follower } from './follower.js';

let service: TestService;
let here: string;
let there: string;
beforeAll(async () => {
  service = await startService();
  here = await service.location();
  there = await service.location();
});
afterAll(() => service?.stop());

const get = (query = '', call = service.call) => call('GET', `/changes${query}`);
const now = async () => (await get('?after=now')).body.next as string;

/** What was committed while the work ran, without cursor and time. */
async function changesBy(work: () => Promise<unknown>): Promise<Partial<Entry>[]> {
  const after = await now();
  await work();
  const { body } = await get(`?after=${after}`);
  return body.changes.map(({ cursor: _c, changedAt: _a, ...entry }: Entry) => entry);
}

describe('GET /changes', () => {
  it('begins at the beginning, oldest first, and goes on from next', async () => {
    const { status, body } = await get('?limit=1');
    expect(status).toBe(200);
    expect(body.changes).toMatchObject([
      { subject: 'location', ID: here, locationID: here, change: 'created', status: 'active', fields: [] },
    ]);
    expect(body).toMatchObject({ hasMore: true, next: body.changes[0].cursor });
    expect((await get(`?after=${body.next}`)).body.changes[0]).toMatchObject({ ID: there });
  });

  it('has one entry for each record that a commit changed, with its fields', async () => {
    let item: { ID: number; updatedAt: string };
    const changes = await changesBy(async () => {
      item = await service.item(here);
      await service.call('PUT', `/items/${item.ID}`, { brand: 'Senz', colors: ['black'] });
      item = (await service.call('PUT', `/items/${item.ID}`, { owner: { contactEmail: 'ann@example.com' } })).body;
      await service.call('PUT', `/items/${item.ID}/status`, { status: 'finished' });
      await service.call('DELETE', `/items/${item.ID}`);
    });
    const [of, ID] = [{ subject: 'item', locationID: here }, item!.ID];
    expect(changes).toEqual([
      { ...of, ID, change: 'created', status: 'contact-missing', fields: [] },
      { ...of, ID, change: 'updated', status: 'contact-missing', fields: ['brand', 'colors'] },
      { ...of, ID, change: 'status', status: 'waiting-response', fields: ['owner', 'status'] },
      { ...of, ID, change: 'status', status: 'finished', fields: ['status'] },
      { ...of, ID, change: 'deleted', status: 'deleted', fields: [] },
    ]);
  });

  it('has the time that the record shows as updatedAt', async () => {
    const after = await now();
    const item = await service.item(here);
    expect((await get(`?after=${after}`)).body.changes[0].changedAt).toBe(item.updatedAt);
  });

  it('tells of Requests, of Locations and of erased items', async () => {
    const item = await service.item(here);
    let request: { ID: number };
    const changes = await changesBy(async () => {
      request = await makeRequest(service.call, here);
      await service.call('PUT', `/requests/${request.ID}/question`, { question: 'Which color?' });
      await service.call('PUT', `/requests/${request.ID}/answer`, { answer: 'Red' });
      await service.call('PUT', `/requests/${request.ID}/match`, { itemID: item.ID });
      await service.call('PUT', `/locations/${there}`, { reference: 'North' });
      await service.call('PUT', `/locations/${there}/deactivate`);
      await service.call('PUT', `/locations/${there}/reactivate`);
      await service.get(CommandBus).execute(new EraseItem(service.groupID, item.ID));
    });
    const told = changes.map(({ subject, change, status, fields }) => [subject, change, status, fields]);
    expect(told).toEqual([
      ['request', 'created', 'registered', []],
      ['request', 'status', 'waiting-guest-response', ['status', 'askForDetails']],
      ['request', 'status', 'registered', ['status', 'askForDetails']],
      ['item', 'updated', 'contact-missing', ['requestID']],
      ['request', 'status', 'resolved', ['status', 'matchedItemID', 'resolved']],
      ['location', 'updated', 'active', ['reference']],
      ['location', 'status', 'deactivated', ['active']],
      ['location', 'status', 'active', ['active']],
      ['item', 'anonymized', 'anonymized', []],
      ['request', 'status', 'registered', ['status', 'matchedItemID', 'resolved']],
    ]);
  });

  it('names nothing for a call that changes nothing', async () => {
    const item = await service.item(here);
    expect(await changesBy(() => service.call('PUT', `/items/${item.ID}`, { item: item.item }))).toEqual([]);
  });

  it('always has next, which stays good where nothing is there', async () => {
    const after = await now();
    const { body } = await get(`?after=${after}`);
    expect(body).toEqual({ changes: [], next: after, hasMore: false });
  });

  it('can be asked for one kind of record, and for one Location', async () => {
    const after = await now();
    await service.item(here);
    await service.item(there);
    await makeRequest(service.call, there);
    const of = async (filter: string) => (await get(`?after=${after}&${filter}`)).body.changes;
    expect(await of('subject=request')).toMatchObject([{ subject: 'request', locationID: there }]);
    expect(await of(`locationID=${there}`)).toMatchObject([{ subject: 'item' }, { subject: 'request' }]);
    expect(await of(`locationID=${there}&subject=item`)).toMatchObject([{ subject: 'item', locationID: there }]);
    expect(await of('subject=location')).toEqual([]);
  });

  it.each([
    ['after=nonsense', 'after', 'invalid_format'],
    ['after=', 'after', 'too_short'],
    ['limit=0', 'limit', 'out_of_range'],
    ['limit=1001', 'limit', 'out_of_range'],
    ['subject=user', 'subject', 'not_allowed'],
    ['locationID=demo:99', 'locationID', 'unknown_reference'],
    ['page=2', 'page', 'unknown_field'],
  ])('refuses %s', async (query, field, code) => {
    expect(await get(`?${query}`)).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ field, code }] } });
  });

  it("refuses another Group's cursor, and shows nothing of that Group", async () => {
    const other = await service.group('other');
    const theirs = await get('', other.call);
    expect(theirs.body.changes).toEqual([]);
    expect(await get(`?after=${await now()}`, other.call)).toMatchObject({ status: 400, body: { errors: [{ field: 'after' }] } });
    expect(await get(`?after=${theirs.body.next}`)).toMatchObject({ status: 400, body: { errors: [{ field: 'after' }] } });
  });

  it('keeps nothing but names and states', async () => {
    await service.item(here, { owner: { lastName: 'Zwetschgenbaum' }, internalNotes: 'Zwetschgenkuchen' });
    await get();
    expect(JSON.stringify(await service.sql('select c::text from changes c'))).not.toContain('Zwetsch');
  });
});

describe('a user of one Location', () => {
  it('reads the changes there, however many others there are, and those of a Location it is given from then on', async () => {
    const mine = await service.location();
    await createUser(service.call, 'reader', 'overview_subuser', mine);
    const { call } = await service.signIn('reader');
    const own = await service.item(mine);
    const before = await service.item(there);
    const follower = new Follower(call);
    expect((await follower.read()).map(({ subject, ID }) => [subject, ID])).toEqual([
      ['location', mine],
      ['item', own.ID],
    ]);
    const { body: user } = await service.call('GET', '/users?limit=100');
    const { ID } = user.find(({ username }: { username: string }) => username === 'reader');
    await service.call('POST', `/users/${ID}/locations`, { locationIDs: [there] });
    const item = await service.item(there);
    expect((await follower.read()).map(({ ID }) => ID)).toEqual([item.ID]);
    const older = new Follower(call);
    await older.read();
    expect(older.entries.map(({ ID }) => ID)).toContain(before.ID);
    expect((await get(`?locationID=${here}`, call)).body.errors).toMatchObject([{ field: 'locationID' }]);
    await service.call('PUT', `/locations/${there}/deactivate`);
    expect((await get('', call)).body.changes.map(({ locationID }: Entry) => locationID)).not.toContain(there);
    await service.call('PUT', `/locations/${there}/reactivate`);
  });
});
