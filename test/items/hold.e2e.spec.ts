import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Groups } from '#contexts/groups';
import { expireItems, releaseItems } from '#contexts/items';
import { Retention } from '#contexts/retention';
import { TimedCommands } from '#platform/event-store';
import { createUser, PASSWORD } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location({ itemStorageDays: 2 });
});
afterAll(() => service?.stop());

const reason = 'The police asked for it';
const later = (days: number) => new Date(service.clock.now().getTime() + days * 86_400_000).toISOString();
const found = async () => `/items/${(await service.item(locationID)).ID}`;
const read = async (path: string) => (await service.call('GET', path)).body;
const listed = async (query: string) =>
  (await read(`/items?limit=1000&${query}`)).items.map(({ ID }: { ID: number }) => `/items/${ID}`);

describe('PUT /items/:itemID/hold', () => {
  it('is shown with its reason, end and who put it there', async () => {
    const path = await found();
    expect((await read(path)).hold).toBeNull();
    await createUser(service.call, 'sanne', 'property_subuser', locationID);
    const { call } = await service.signIn('sanne', PASSWORD);
    const { status, body, headers } = await call('PUT', `${path}/hold`, { reason, until: '2999-12-24T10:00:00+01:00' });
    expect({ status, hold: body.hold }).toEqual({
      status: 200,
      hold: {
        reason,
        until: '2999-12-24 09:00:00.000',
        since: expect.stringMatching(/^\d{4}-\d\d-\d\d .*\.\d{3}$/),
        by: 'sanne',
      },
    });
    expect(headers.get('etag')).toBe('"2"');
    expect(body).toEqual(await read(path));
    expect((await service.call('PUT', `${path}/hold`, { reason, until: null })).body.hold).toMatchObject({
      until: null,
      since: body.hold.since,
    });
  });

  it('names what is wrong', async () => {
    const path = await found();
    const faults = async (body: object) => (await service.call('PUT', `${path}/hold`, body)).body.errors;
    expect(await faults({})).toMatchObject([{ field: 'reason', code: 'required' }]);
    expect(await faults({ reason, until: '2020-01-01T00:00:00Z' })).toMatchObject([{ field: 'until', code: 'out_of_range' }]);
    expect(await faults({ reason, until: 'tomorrow' })).toMatchObject([{ field: 'until', code: 'invalid_format' }]);
  });

  it('keeps the item from being closed, and DELETE lets it go', async () => {
    const path = await found();
    await service.call('PUT', `${path}/hold`, { reason });
    for (const status of ['finished', 'left-behind']) {
      const refused = await service.call('PUT', `${path}/status`, { status });
      expect(refused).toMatchObject({ status: 409, body: { code: 'on_hold' } });
    }
    expect(await service.call('DELETE', `${path}/hold`)).toMatchObject({ status: 200, body: { hold: null } });
    expect(await service.call('DELETE', `${path}/hold`)).toMatchObject({ status: 200, body: { hold: null } });
    expect(await service.call('PUT', `${path}/status`, { status: 'finished' })).toMatchObject({ status: 200 });
  });

  it('is filtered by, listed as a change, and its reason is sealed', async () => {
    const [path, other] = [await found(), await found()];
    await service.call('PUT', `${path}/hold`, { reason: 'Canary Quillfeather' });
    expect(await listed('onHold=true')).toContain(path);
    expect(await listed('onHold=true')).not.toContain(other);
    expect(await listed(`onHold=true&locationID=${locationID}&status=contact-missing`)).toContain(path);
    expect(await listed('onHold=false')).toContain(other);
    expect(await listed('onHold=false')).not.toContain(path);
    const { changes } = await read('/changes?limit=1000');
    expect(changes.at(-1)).toMatchObject({ subject: 'item', ID: Number(path.slice('/items/'.length)), fields: ['hold'] });
    expect(JSON.stringify(await service.sql('select data::text from events'))).not.toContain('Quillfeather');
    const history = await read(`${path}/history`);
    expect(history.events[0]).toMatchObject({ event: 'ItemHeld', details: { reason: 'Canary Quillfeather' } });
  });
});

describe('an item on hold', () => {
  it('neither expires nor is forgotten until its hold has ended by itself', async () => {
    const [open, closed] = [await found(), await found()];
    await service.call('PUT', `${closed}/status`, { status: 'finished' });
    for (const path of [open, closed])
      expect((await service.call('PUT', `${path}/hold`, { reason, until: later(40) })).status).toBe(200);
    await service.get(Groups).setRetentionDays('demo', 30);
    const sweep = async () => {
      await expireItems(service.get(TimedCommands)).batch(1_000);
      await service.get(Retention).batch(1_000);
      return [(await read(open)).status, (await read(closed)).status];
    };
    service.clock.forward(39);
    expect(await sweep()).toEqual(['contact-missing', 'finished']);
    service.clock.forward(2);
    await releaseItems(service.get(TimedCommands)).batch(1_000);
    expect((await read(open)).hold).toBeNull();
    expect((await read(`${open}/history`)).events[0]).toMatchObject({ event: 'HoldEnded', by: { type: 'system' } });
    expect(await sweep()).toEqual(['expired', 'finished']);
    service.clock.forward(31);
    expect(await sweep()).toEqual(['anonymized', 'anonymized']);
    await service.get(Groups).setRetentionDays('demo', null);
  });
});
