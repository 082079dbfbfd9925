import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let path: string;
beforeAll(async () => {
  service = await startService();
  const locationID = await service.location({ itemStorageDays: 1 });
  const owner = { contactEmail: 'anna@example.com' };
  const lost = { item: 'Umbrella', location: 'Lobby', departuredDate: '2026-11-20 11:00:00', shipping: {}, locationID, owner };
  path = `/items/${(await service.call('POST', '/items', lost)).body.ID}`;
});
afterAll(() => service?.stop());

describe('PUT /items/:itemID/reopen', () => {
  it('is refused while the item is open', async () => {
    expect(await service.call('PUT', `${path}/reopen`, { reason: 'Too early' })).toMatchObject({
      status: 409,
      body: { code: 'transition_not_allowed' },
    });
  });

  it('is listed among the transitions of a closed item, and takes it up again', async () => {
    await service.call('PUT', `${path}/status`, { status: 'finished' });
    const { body: steps } = await service.call('GET', `${path}/transitions`);
    expect(steps).toContainEqual({
      status: 'waiting-response',
      call: { method: 'PUT', path: `/api/v2${path}/reopen`, body: { reason: '…' } },
    });
    const before = Date.now();
    const { status, headers, body } = await service.call('PUT', `${path}/reopen`, { reason: 'The guest called' });
    expect({ status, item: body.status }).toEqual({ status: 200, item: 'waiting-response' });
    expect(headers.get('etag')).toMatch(/^"\d+"$/);
    const days = (Date.parse(`${body.storageExpiresAt.replace(' ', 'T')}Z`) - before) / 86_400_000;
    expect(Math.round(days)).toBe(7);
  });

  it('is kept with its reason, which is sealed in history', async () => {
    const { body } = await service.call('GET', `${path}/history`);
    expect(JSON.stringify(body)).toContain('The guest called');
    expect(JSON.stringify(await service.sql('select data::text from events'))).not.toContain('The guest called');
  });

  it('names a missing reason', async () => {
    expect((await service.call('PUT', `${path}/reopen`, {})).body.errors).toMatchObject([{ field: 'reason', code: 'required' }]);
  });
});
