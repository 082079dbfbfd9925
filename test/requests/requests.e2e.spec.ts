import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expireRequests } from '#contexts/requests';
import { TimedCommands } from '#platform/event-store';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location({ daysBeforeRequestExpires: 10 });
});
afterAll(() => service?.stop());

async function made(request: object = {}, at = locationID) {
  const answer = await service.call('POST', `/locations/${at}/requests`, { request: 'White charger', ...request });
  expect(answer.status).toBe(201);
  return answer;
}

describe('a Customer Request', () => {
  it('is made with everything that was told, and read with every key', async () => {
    const { headers, body } = await made({
      location: 'Room 312',
      departuredDate: '2026-11-20 11:00:00',
      owner: { name: 'Zoë Müller', email: 'zoe@example.com', phoneNumber: '+49 40 123456' },
      colors: ['white'],
      categories: ['electronic_main'],
      imageUrl: 'https://images.example.com/charger.jpg',
    });
    expect(headers.get('location')).toBe(`/api/v2/requests/${body.ID}`);
    expect(body).toEqual({
      ID: body.ID,
      requestNumber: 1,
      locationID,
      status: 'registered',
      externalID: null,
      request: 'White charger',
      location: 'Room 312',
      departuredDate: '2026-11-20 00:00:00.000',
      owner: { name: 'Zoë Müller', email: 'zoe@example.com', phoneNumber: '+49 40 123456' },
      colors: ['white'],
      categories: ['electronic_main'],
      imageUrl: 'https://images.example.com/charger.jpg',
      askForDetails: null,
      matchedItemID: null,
      resolved: false,
      internalNotes: null,
      assignedTo: null,
      languageID: 1,
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(10 * 24 * 60 * 60 * 1000);
    expect((await service.call('GET', `/requests/${body.ID}`)).body).toEqual(body);
  });

  it('is numbered from 1 within its Location, however many are made at once', async () => {
    const other = await service.location();
    const answers = await Promise.all(Array.from({ length: 25 }, () => made({}, other)));
    const numbers = answers.map(({ body }) => body.requestNumber).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 25 }, (_, index) => index + 1));
  });

  it('takes no number when it is refused', async () => {
    const other = await service.location();
    await service.call('PUT', `/locations/${other}/deactivate`);
    expect((await service.call('POST', `/locations/${other}/requests`, { request: 'Hat' })).status).toBe(409);
    await service.call('PUT', `/locations/${other}/reactivate`);
    expect((await made({}, other)).body.requestNumber).toBe(1);
  });

  it('is listed newest first, filtered, counted and continued', async () => {
    const at = await service.location();
    for (const request of ['Red umbrella', 'Blue scarf', 'Crème brûlée torch']) await made({ request }, at);
    const words = async (query: string) =>
      (await service.call('GET', `/locations/${at}/requests?${query}`)).body.requests.map(
        (one: { request: string }) => one.request,
      );
    const first = await service.call('GET', `/requests?locationID=${at}&limit=2&count=true`);
    expect(first.body).toMatchObject({ hasMore: true, limit: 2, page: 1 });
    expect(first.headers.get('x-total-count')).toBe('3');
    expect(await words('limit=2')).toEqual(['Crème brûlée torch', 'Blue scarf']);
    expect(await words(`limit=2&after=${first.body.requests[1].ID}`)).toEqual(['Red umbrella']);
    expect(await words('q=BRULEE%20tor')).toEqual(['Crème brûlée torch']);
    expect(await words('q=umb%20scarf')).toEqual([]);
    expect(await words('q=')).toHaveLength(3);
    for (const hostile of ["'", '\\', "a' & b", ':*', '(', 'ŉ', '’', '!!'])
      expect(await words(`q=${encodeURIComponent(hostile)}`), hostile).toEqual([]);
    expect(await words('status=resolved')).toEqual([]);
    expect((await service.call('GET', `/requests?locationID=demo:999`)).body.errors[0]).toMatchObject({
      field: 'locationID',
      code: 'unknown_reference',
    });
    expect((await service.call('GET', '/locations/demo:999/requests')).status).toBe(404);
    expect((await service.call('GET', `/locations/${at}/requests`)).body.limit).toBe(10);
  });

  it('goes through question, answer, match and unmatch', async () => {
    const path = `/requests/${(await made()).body.ID}`;
    expect((await service.call('PUT', `${path}/answer`, { answer: 'x' })).body.code).toBe('transition_not_allowed');
    expect((await service.call('PUT', `${path}/question`, { question: 'Which brand?' })).body).toMatchObject({
      status: 'waiting-guest-response',
      askForDetails: { question: 'Which brand?', answer: null },
    });
    expect((await service.call('PUT', `${path}/answer`, { answer: 'Anker' })).body).toMatchObject({
      status: 'registered',
      askForDetails: { question: 'Which brand?', answer: 'Anker' },
    });
    const itemID = (await service.item(locationID, { item: 'Charger' })).ID;
    expect((await service.call('PUT', `${path}/match`, { itemID: 9999 })).body).toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'itemID', code: 'unknown_reference' }],
    });
    const matched = { status: 'resolved', matchedItemID: itemID, resolved: true };
    expect((await service.call('PUT', `${path}/match`, { itemID })).body).toMatchObject(matched);
    expect((await service.call('PUT', `${path}/status`, { status: 'not-found' })).status).toBe(409);
    const unmatched = await service.call('DELETE', `${path}/match`);
    expect(unmatched).toMatchObject({ status: 200, body: { status: 'registered', matchedItemID: null, resolved: false } });
    expect((await service.call('DELETE', `${path}/match`)).status).toBe(409);
    expect((await service.call('GET', `${path}/transitions`)).body).toContainEqual({
      status: 'not-found',
      call: { method: 'PUT', path: `/api/v2${path}/status`, body: { status: 'not-found' } },
    });
    expect((await service.call('PUT', `${path}/status`, { status: 'not-found' })).body.status).toBe('not-found');
    expect((await service.call('PUT', `${path}/status`, { status: 'resolved' })).status).toBe(400);
  });

  it('is gone once it is deleted', async () => {
    const path = `/requests/${(await made()).body.ID}`;
    expect(await service.call('DELETE', path)).toMatchObject({ status: 204, body: null });
    expect((await service.call('GET', path)).status).toBe(404);
    expect((await service.call('DELETE', path)).status).toBe(404);
  });

  it('is not seen from another Group', async () => {
    const path = `/requests/${(await made()).body.ID}`;
    const { call: other } = await service.group('other');
    expect((await other('GET', path)).status).toBe(404);
    expect((await other('PUT', `${path}/status`, { status: 'not-found' })).status).toBe(404);
    expect((await other('GET', '/requests')).body.requests).toEqual([]);
    expect((await other('POST', `/locations/${locationID}/requests`, { request: 'x' })).status).toBe(404);
  });

  it('expires when its days are over', async () => {
    const path = `/requests/${(await made()).body.ID}`;
    const expireDue = () => expireRequests(service.get(TimedCommands)).batch(100);
    await expireDue();
    expect((await service.call('GET', path)).body.status).toBe('registered');
    service.clock.forward(10);
    await Promise.all([expireDue(), expireDue()]);
    expect((await service.call('GET', path)).body.status).toBe('expired');
    expect(await expireDue()).toBe(0);
  });
});
