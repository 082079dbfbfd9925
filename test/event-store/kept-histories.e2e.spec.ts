import { CommandBus } from '@nestjs/cqrs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { EraseItem, itemStream } from '#contexts/items';
import { EventLog, Histories } from '#platform/event-store';
import { type Call, callsWith } from '../support/call.js';
import { type ServedApi, serveApi, startService, type TestService } from '../support/service.js';

let service: TestService;
let other: ServedApi;
let elsewhere: Call;
let locationID: string;
let ID: number;
beforeAll(async () => {
  service = await startService();
  other = await serveApi(service.options);
  elsewhere = callsWith(other.url, service.token);
  locationID = await service.location();
});
afterAll(async () => {
  await other?.app.close();
  await service?.stop();
});

const of = () => itemStream.of(service.groupID, ID);
const edit = (changes: object, headers = {}) => service.call('PUT', `/items/${ID}`, changes, headers);
const versions = async () =>
  (await service.sql('select version from events where stream_id = $1 order by version', [ID])).map(({ version }) => version);

/** How often the record is read while work is done. */
async function reads(work: () => Promise<unknown>): Promise<number> {
  const page = vi.spyOn(service.get(EventLog), 'page');
  await work();
  const { length } = page.mock.calls;
  page.mockRestore();
  return length;
}

beforeEach(async () => {
  ID = (await service.item(locationID, { owner: { firstName: 'Anna', contactEmail: 'anna@example.com' } })).ID;
  await edit({ brand: 'Anker' });
});

describe('a record that this process changed last', () => {
  it('is not read for the next change, which leaves what its events say', async () => {
    expect(await reads(() => edit({ internalNotes: 'One' }))).toBe(0);
    const { state, version, bytes, read } = await service.get(Histories).of(of());
    expect(service.get(Histories).last(of())).toMatchObject({ state, version, bytes, read });
    expect(version).toBe(3);
  });

  it('is read again where another process changed it since', async () => {
    await elsewhere('PUT', `/items/${ID}`, { internalNotes: 'Elsewhere' });
    const { status, body } = await edit({ itemStorage: 'Shelf' });
    expect([status, body]).toEqual([200, expect.objectContaining({ internalNotes: 'Elsewhere', itemStorage: 'Shelf' })]);
    expect(await versions()).toEqual([1, 2, 3, 4]);
  });

  it('is refused, or left alone, only as it is now', async () => {
    const changed = await elsewhere('PUT', `/items/${ID}`, { internalNotes: 'Elsewhere' });
    const expected = { 'if-match': changed.headers.get('etag')! };
    expect((await edit({ brand: 'Sony' }, expected)).status).toBe(200);
    expect((await edit({ brand: 'Bose' }, expected)).status).toBe(412);
    // What it was last is what it shall be now: another process changed it in between.
    await elsewhere('PUT', `/items/${ID}`, { brand: 'Anker' });
    expect((await edit({ brand: 'Sony' })).body.brand).toBe('Sony');
    expect((await elsewhere('GET', `/items/${ID}`)).body.brand).toBe('Sony');
    await elsewhere('DELETE', `/items/${ID}`);
    expect((await edit({ brand: 'Bose' })).status).toBe(404);
  });

  it('goes on from what the server has, which may lack the last event of one that was lost', async () => {
    await edit({ internalNotes: 'Lost' });
    await service.sql('delete from events where stream_id = $1 and version = 3', [ID]);
    expect((await edit({ itemStorage: 'Shelf' })).status).toBe(200);
    expect(await versions()).toEqual([1, 2, 3]);
  });

  it('is forgotten when its personal data is erased', async () => {
    expect(service.get(Histories).last(of())).toBeDefined();
    await service.get(CommandBus).execute(new EraseItem(service.groupID, ID));
    expect(service.get(Histories).last(of())).toBeUndefined();
  });
});
