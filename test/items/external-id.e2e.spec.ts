import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { EraseItem } from '#contexts/items';
import { Database } from '#platform/database';
import { Rebuilder } from '#platform/event-store';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
});
afterAll(() => service?.stop());

function register(externalID: unknown) {
  const lost = { item: 'Umbrella', location: 'Lobby', departuredDate: '2026-11-20 11:00:00', locationID, shipping: {} };
  return service.call('POST', '/items', { ...lost, externalID });
}
const taken = { status: 409, body: { code: 'external_id_taken' } };

describe('an integration’s own key of an item', () => {
  it('is kept as written, and is null where there is none', async () => {
    expect((await register('PMS-1')).body.externalID).toBe('PMS-1');
    for (const none of [undefined, null, '', '  ']) expect((await register(none)).body.externalID, String(none)).toBeNull();
  });

  it('is taken once in the Group, compared to the letter', async () => {
    expect((await register('Once')).status).toBe(201);
    expect(await register('Once')).toMatchObject(taken);
    expect((await register('once')).status).toBe(201);
    const other = (await register('Other')).body.ID;
    expect(await service.call('PUT', `/items/${other}`, { externalID: 'Once' })).toMatchObject(taken);
    expect((await service.call('GET', `/items/${other}`)).body.externalID).toBe('Other');
  });

  it('that is taken is refused before anything is written', async () => {
    await register('Known');
    const writing = vi.spyOn(service.get(Database), 'batch');
    expect(await register('Known')).toMatchObject(taken);
    expect(writing).not.toHaveBeenCalled();
    writing.mockRestore();
  });

  it('is one item’s of many that ask for it at once', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => register('Race')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
  });

  it('is free again once it is cleared, or its item is deleted', async () => {
    const first = (await register('Free')).body.ID;
    expect((await service.call('PUT', `/items/${first}`, { externalID: null })).body.externalID).toBeNull();
    const second = (await register('Free')).body.ID;
    await service.call('DELETE', `/items/${second}`);
    expect((await register('Free')).status).toBe(201);
  });

  it('is at most 255 characters of text', async () => {
    expect((await register('x'.repeat(255))).status).toBe(201);
    expect((await register('x'.repeat(256))).body.errors).toMatchObject([{ field: 'externalID', code: 'too_long' }]);
    expect((await register(7)).body.errors).toMatchObject([{ field: 'externalID', code: 'invalid_type' }]);
  });

  it('goes when the item is erased, from its history too', async () => {
    const { ID } = (await register('Erased-Key')).body;
    await service.app.get(CommandBus, { strict: false }).execute(new EraseItem(1, ID));
    expect((await service.call('GET', `/items/${ID}`)).body.externalID).toBeNull();
    const history = await service.call('GET', `/items/${ID}/history`);
    expect(JSON.stringify(history.body)).not.toContain('Erased-Key');
    expect((await register('Erased-Key')).status).toBe(201);
  });

  it('that changed hands stands where it was after a rebuild', async () => {
    const before = (await service.call('GET', '/items?limit=1000')).body.items;
    await service.app.get(Rebuilder, { strict: false }).rebuild('items');
    expect((await service.call('GET', '/items?limit=1000')).body.items).toEqual(before);
  });
});
