import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
let png: Buffer;
beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
  png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
});
afterAll(() => service?.stop());

const found = async () => `/items/${(await service.item(locationID, { owner: { contactEmail: 'anna@example.com' } })).ID}`;
const read = async (path: string) => (await service.call('GET', path)).body;
const dataUrl = (bytes: Buffer, type = 'png') => `data:image/${type};base64,${bytes.toString('base64')}`;
const TIMESTAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/;
const taken = { to: 'Anna Schmidt', identification: 'document' };

describe('POST /items/:itemID/handover', () => {
  it('finishes the item, and shows who took it and how they were known', async () => {
    const path = await found();
    expect(await read(path)).toMatchObject({ outcome: null, handover: null, disposal: null });
    const { status, body } = await service.call('POST', `${path}/handover`, { ...taken, markMatched: true, note: 'Her husband' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'finished', outcome: 'handed-over', disposal: null });
    expect(body.handover).toEqual({
      ...taken,
      markMatched: true,
      note: 'Her husband',
      hasSignature: false,
      at: expect.stringMatching(TIMESTAMP),
      by: null,
    });
    expect(body).toEqual(await read(path));
    const { changes } = await read('/changes?limit=1000');
    expect(changes.at(-1)).toMatchObject({ subject: 'item', change: 'status', status: 'finished' });
    expect(changes.at(-1).fields).toEqual(expect.arrayContaining(['outcome', 'handover']));
    const again = await service.call('POST', `${path}/handover`, taken);
    expect(again).toMatchObject({ status: 409, body: { code: 'transition_not_allowed' } });
  });

  it('keeps a signature, which is read apart from the record and from history', async () => {
    const path = await found();
    expect(await service.call('GET', `${path}/handover/signature`)).toMatchObject({ status: 404 });
    const signature = dataUrl(png);
    const { body } = await service.call('POST', `${path}/handover`, { ...taken, signature });
    expect(body.handover).toMatchObject({ markMatched: null, note: null, hasSignature: true });
    const response = await fetch(`${service.url}/api/v2${path}/handover/signature`, {
      headers: { authorization: `Bearer ${service.token}` },
    });
    expect(response.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await response.arrayBuffer()).equals(png)).toBe(true);
    const history = JSON.stringify(await read(`${path}/history`));
    expect(history).not.toContain(png.toString('base64'));
    expect(history).toContain('Anna Schmidt');
    const stored = JSON.stringify(await service.sql('select data::text from events'));
    expect(stored).not.toContain('Anna Schmidt');
    expect(stored).not.toContain(png.toString('base64'));
  });

  it('names what is wrong', async () => {
    const path = await found();
    const faults = async (body: object) => {
      const { body: problem } = await service.call('POST', `${path}/handover`, body);
      return problem.errors?.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`);
    };
    expect(await faults({})).toEqual(['to required', 'identification required']);
    expect(await faults({ ...taken, identification: 'face' })).toEqual(['identification not_allowed']);
    const broken = Buffer.concat([png.subarray(0, 20), Buffer.alloc(40)]);
    const jpeg = await sharp(png).jpeg().toBuffer();
    for (const wrong of [dataUrl(jpeg), dataUrl(jpeg, 'jpeg'), dataUrl(broken), 'scribble'])
      expect(await faults({ ...taken, signature: wrong })).toEqual(['signature invalid_format']);
    const large = Buffer.concat([png, Buffer.alloc(200 * 1024)]);
    expect(await faults({ ...taken, signature: dataUrl(large) })).toEqual(['signature too_long']);
  });

  it('is taken back by reopening', async () => {
    const path = await found();
    await service.call('POST', `${path}/handover`, { ...taken, signature: dataUrl(png) });
    const { body } = await service.call('PUT', `${path}/reopen`, { reason: 'It was somebody else' });
    const { changes } = await read('/changes?limit=1000');
    expect(changes.at(-1).fields).toEqual(['status', 'outcome', 'handover']);
    expect(body).toMatchObject({ status: 'waiting-response', outcome: null, handover: null });
    expect(await service.call('GET', `${path}/handover/signature`)).toMatchObject({ status: 404 });
  });
});

describe('POST /items/:itemID/disposal', () => {
  it('finishes an item that nobody fetched, before its storage ends with a reason only', async () => {
    const path = await found();
    const given = { method: 'donated', recipient: 'Red Cross', reference: 'RC-118', note: null };
    const refused = await service.call('POST', `${path}/disposal`, given);
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'reason', code: 'required' }] } });
    const { status, body } = await service.call('POST', `${path}/disposal`, { ...given, reason: 'It was perishable' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'finished', outcome: 'disposed', handover: null });
    expect(body.disposal).toEqual({
      ...given,
      reason: 'It was perishable',
      at: expect.stringMatching(TIMESTAMP),
      by: null,
    });
  });
});

describe('POST /items/disposals', () => {
  const perishable = { method: 'destroyed', reason: 'Perishable' };

  it('answers for each item by itself, in order', async () => {
    const [first, second, third] = [await found(), await found(), await found()];
    await service.call('PUT', `${second}/hold`, { reason: 'The police asked for it' });
    const ids = [third, second, '/items/999999', first].map((path) => Number(path!.slice('/items/'.length)));
    const { status, body } = await service.call('POST', '/items/disposals', { ...perishable, itemIDs: ids });
    expect(status).toBe(200);
    expect(body.results).toMatchObject([
      { status: 200, item: { ID: ids[0], outcome: 'disposed', disposal: { method: 'destroyed', reason: 'Perishable' } } },
      { status: 409, error: { code: 'on_hold' } },
      { status: 404, error: { code: 'not_found' } },
      { status: 200, item: { ID: ids[3], status: 'finished' } },
    ]);
  });

  it('is repeated by its key', async () => {
    const itemIDs = [Number((await found()).slice('/items/'.length))];
    const post = () => service.call('POST', '/items/disposals', { ...perishable, itemIDs }, { 'Idempotency-Key': 'd-1' });
    const [first, again] = [await post(), await post()];
    expect(first.body.results).toMatchObject([{ status: 200 }]);
    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  it.each([
    [[], 'itemIDs too_short'],
    [[1, 2, 1], 'itemIDs.2 duplicate'],
    [['1'], 'itemIDs.0 invalid_type'],
    [Array.from({ length: 101 }, (_, n) => n + 1), 'itemIDs too_long'],
    [undefined, 'itemIDs required'],
  ])('refuses the whole where the list is wrong: %#', async (itemIDs, fault) => {
    const { status, body } = await service.call('POST', '/items/disposals', { ...perishable, itemIDs });
    expect(status).toBe(400);
    expect(body.errors.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`)).toEqual([fault]);
  });
});

describe('a parcel', () => {
  it('that was delivered is shipped, also once it is finished', async () => {
    const path = await found();
    const address = { address: 'Kade 1', city: 'Rotterdam', countryID: 'NL', zipCode: '3011 AB' };
    await service.call('PUT', `${path}/response`, { response: 'ship', address });
    const { body } = await service.call('POST', `${path}/shipment`, { status: 'delivered' });
    expect(body.outcome).toBe('shipped');
    expect((await service.call('PUT', `${path}/status`, { status: 'finished' })).body.outcome).toBe('shipped');
    expect((await service.call('PUT', `${path}/reopen`, { reason: 'It came back' })).body.outcome).toBeNull();
  });
});
