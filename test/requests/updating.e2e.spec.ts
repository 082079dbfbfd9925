import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EraseRequest } from '#contexts/requests';
import { createUser, makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
});
afterAll(() => service?.stop());

const ANNA = { name: 'Anna Schmidt', email: 'anna@example.com', phoneNumber: '+49 40 123456' };
const made = (more: object = {}) => makeRequest(service.call, locationID, { request: 'White charger', owner: ANNA, ...more });
const update = (id: number, changes: object) => service.call('PUT', `/requests/${id}`, changes);
const refused = (field: string, code: string) => ({ status: 400, body: { errors: [{ field, code }] } });

describe('a Request', () => {
  it('takes what a guest says later, and what staff note', async () => {
    const before = await made({ location: 'Room 312', colors: ['white'] });
    const user = await createUser(service.call, 'sees-to-it', 'property_subuser', locationID);
    const changes = {
      request: 'White charger\nwith a blue cable',
      location: null,
      departuredDate: '2026-11-20 11:00:00',
      colors: ['white', 'blue'],
      owner: { phoneNumber: null },
      internalNotes: 'Called twice',
      assignedTo: user.ID,
    };
    const { status, body, headers } = await update(before.ID, changes);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...before,
      ...changes,
      departuredDate: '2026-11-20 00:00:00.000',
      owner: { ...ANNA, phoneNumber: null },
      updatedAt: expect.any(String),
    });
    expect((await service.call('GET', `/requests/${before.ID}`)).body).toEqual(body);
    expect(headers.get('etag')).toBe('"2"');
    expect((await update(before.ID, changes)).headers.get('etag')).toBe('"2"');
    expect((await update(before.ID, { internalNotes: null, assignedTo: null })).body).toMatchObject({
      internalNotes: null,
      assignedTo: null,
    });
    const stale = await service.call('PUT', `/requests/${before.ID}`, { request: 'Cable' }, { 'if-match': '"1"' });
    expect(stale).toMatchObject({ status: 412, body: { code: 'precondition_failed' } });
  });

  it('is refused what names nobody, or nothing', async () => {
    const { ID } = await made();
    const elsewhere = await createUser(service.call, 'elsewhere', 'property_subuser', await service.location());
    expect(await update(ID, { assignedTo: elsewhere.ID })).toMatchObject(refused('assignedTo', 'unknown_reference'));
    expect(await update(ID, { assignedTo: 999_999 })).toMatchObject(refused('assignedTo', 'unknown_reference'));
    expect(await update(ID, { languageID: 999_999 })).toMatchObject(refused('languageID', 'unknown_reference'));
    expect(await update(ID, { request: ' ' })).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await update(ID, { internalNotes: 'x'.repeat(2_001) })).toMatchObject(refused('internalNotes', 'too_long'));
    expect(await update(ID, { status: 'resolved' })).toMatchObject(refused('status', 'unknown_field'));
    expect((await update(999_999, { request: 'Cable' })).status).toBe(404);
  });

  it('keeps its key, and takes no other’s', async () => {
    const { ID } = await made({ externalID: 'own' });
    await made({ externalID: 'taken' });
    expect(await update(ID, { externalID: 'taken' })).toMatchObject({ status: 409, body: { code: 'external_id_taken' } });
    expect(await update(ID, { externalID: 'own', languageID: null })).toMatchObject({ status: 200, body: { languageID: 1 } });
  });

  it('is listed as changed with its fields, and reported to endpoints', async () => {
    const { ID } = await made();
    const { next } = (await service.call('GET', '/changes?after=now')).body;
    await update(ID, { internalNotes: 'Called', owner: { name: 'Anna' } });
    await expect
      .poll(async () => (await service.call('GET', `/changes?after=${next}&subject=request`)).body.changes)
      .toMatchObject([{ ID, change: 'updated', status: 'registered', fields: ['owner', 'internalNotes'] }]);
  });

  it('is changed no more once it is anonymized, and what was noted is gone', async () => {
    const { ID } = await made();
    await update(ID, { request: 'Canary wrench', internalNotes: 'Canary note', owner: { name: 'Canary Guest' } });
    await service.get(CommandBus).execute(new EraseRequest(service.groupID, ID));
    expect((await service.call('GET', `/requests/${ID}`)).body).toMatchObject({ status: 'anonymized', internalNotes: null });
    expect(await update(ID, { request: 'Cable' })).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
    const stored = await service.sql(`
      select 1 from requests t where t::text like '%Canary%' union all select 1 from events t where t::text like '%Canary%'`);
    expect(stored).toEqual([]);
    const history = await service.call('GET', `/requests/${ID}/history`);
    expect(JSON.stringify(history.body)).not.toContain('Canary');
  });
});
