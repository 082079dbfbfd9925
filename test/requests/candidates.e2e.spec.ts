import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanImage, Images } from '#platform/images';
import { makeRequest } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
let locationID: string;
const ids: Record<string, number> = {};

beforeAll(async () => {
  service = await startService();
  locationID = await service.location();
  const elsewhere = await service.location();
  const found = async (changes: object, at = locationID): Promise<number> =>
    (await service.item(at, { departuredDate: '2026-11-22 11:00:00', ...changes })).ID;
  ids.umbrella = await found({ item: 'Burgundy umbrella', colors: ['burgundy'] });
  ids.misspelt = await found({ item: 'Umbrela' });
  ids.charger = await found({ item: 'Phone charger', colors: ['white'] });
  const owner = { firstName: 'Zoë', lastName: "O'Neil", contactEmail: 'zoe@example.com' };
  ids.bag = await found({ item: 'Travel bag', owner }, elsewhere);
  ids.closed = await found({ item: 'Burgundy umbrella' });
  await service.call('PUT', `/items/${ids.closed}/status`, { status: 'finished' });
  const request = await makeRequest(service.call, locationID, {
    request: "My burgundy umbrella, it's old",
    departuredDate: '2026-11-20 11:00:00',
    colors: ['burgundy'],
    owner: { name: "Zoë O'Neil", email: 'zoe@example.com' },
  });
  ids.request = request.ID;
});
afterAll(() => service?.stop());

describe('candidates', () => {
  it('of a Request are the open items that may be meant, best first', async () => {
    const { status, body } = await service.call('GET', `/requests/${ids.request}/candidates`);
    expect(status).toBe(200);
    expect(body.map(({ itemID }: { itemID: number }) => itemID).sort()).toEqual([ids.umbrella, ids.misspelt, ids.bag].sort());
    const of = (id?: number) => body.find(({ itemID }: { itemID: number }) => itemID === id);
    expect(of(ids.umbrella).reasons).toEqual(
      expect.arrayContaining(['words in common: burgundy, umbrella', 'color burgundy', 'dates 2 days apart', 'same Location']),
    );
    expect(of(ids.bag).reasons).toEqual(expect.arrayContaining(['same email', 'same name']));
    expect(of(ids.misspelt).reasons).toContain('similar description');
    const scores = body.map(({ score }: { score: number }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThan(0);
    expect(Math.max(...scores)).toBeLessThanOrEqual(1);
  });

  it('of an item are the Requests that may ask for it', async () => {
    const { body } = await service.call('GET', `/items/${ids.umbrella}/candidates`);
    expect(body).toEqual([
      {
        requestID: ids.request,
        score: expect.any(Number),
        reasons: expect.arrayContaining(['color burgundy']),
        reasonCodes: expect.arrayContaining(['words', 'color']),
      },
    ]);
    expect((await service.call('GET', `/items/${ids.charger}/candidates`)).body).toEqual([]);
  });

  it('are without the pairs that were refused, on both sides, until these are offered again', async () => {
    const path = `/requests/${ids.request}/candidates`;
    const refuse = (rejected: unknown, id = ids.umbrella) => service.call('PUT', `${path}/${id}/rejected`, { rejected });
    const candidates = async () => (await service.call('GET', path)).body;
    const before = await candidates();
    const { status, body } = await refuse(true);
    expect(status).toBe(200);
    expect(body).toEqual(before.filter(({ itemID }: { itemID: number }) => itemID !== ids.umbrella));
    expect(body).toHaveLength(before.length - 1);
    expect(await candidates()).toEqual(body);
    expect((await service.call('GET', `/items/${ids.umbrella}/candidates`)).body).toEqual([]);
    expect((await refuse(false)).body).toEqual(before);
    expect(await refuse('yes')).toMatchObject({ status: 400, body: { errors: [{ field: 'rejected', code: 'invalid_type' }] } });
    expect((await refuse(true, 999_999)).status).toBe(404);
  });

  it('are without the item that the guest says is another’s', async () => {
    const at = await service.location();
    const { ID: itemID } = await service.item(at, { item: 'Silver ring', owner: {} });
    const { ID } = await makeRequest(service.call, at, { request: 'Silver ring', owner: { email: 'zoe@example.com' } });
    const itemIDs = async () => (await service.call('GET', `/requests/${ID}/candidates`)).body;
    expect(await itemIDs()).toEqual([expect.objectContaining({ itemID })]);
    await service.call('PUT', `/requests/${ID}/match`, { itemID });
    expect(await service.call('PUT', `/requests/${ID}/candidates/${itemID}/rejected`, { rejected: true })).toMatchObject({
      status: 409,
      body: { code: 'transition_not_allowed' },
    });
    await service.call('PUT', `/items/${itemID}/response`, { response: 'not-mine' });
    expect((await service.call('GET', `/requests/${ID}`)).body).toMatchObject({ status: 'registered', matchedItemID: null });
    expect(await itemIDs()).toEqual([]);
  });

  it('are not shown to another Group', async () => {
    const { call: other } = await service.group('other');
    expect((await other('GET', `/requests/${ids.request}/candidates`)).status).toBe(404);
    expect((await other('GET', `/items/${ids.umbrella}/candidates`)).status).toBe(404);
  });
});

describe('photos of both sides', () => {
  const picture = (shape: string) =>
    sharp(
      Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="180"><rect width="240" height="180" fill="#ddd"/>${shape}</svg>`,
      ),
    );
  const CASE = picture(
    '<rect x="60" y="60" width="130" height="90" fill="#333"/><path d="M100 60v-30h50v30" stroke="#111" fill="none" stroke-width="9"/>',
  );
  const FAN = picture('<path d="M40 120a80 80 0 0 1 160 0z" fill="#555"/>');
  const printed = async (image: Sharp) =>
    cleanImage(await image.jpeg().toBuffer(), { owner: 1, isLast: false, signal: AbortSignal.timeout(60_000) });

  it('rank the item higher whose photo is much like the guest’s, and are compared no more once one is gone', async () => {
    const at = await service.location();
    const found = async (photo: Sharp) => {
      const { ID } = await service.item(at, { item: 'Small case', departuredDate: '2026-11-22 11:00:00' });
      const form = new FormData();
      form.set('image', new File([new Uint8Array(await photo.png().toBuffer())], 'a.png') as never);
      expect((await service.call('POST', `/items/${ID}/upload-image`, form)).status).toBe(200);
      return ID;
    };
    const [same, other] = [await found(CASE.clone().resize(500)), await found(FAN)];
    const imageUrl = await service.get(Images).keep({ groupID: service.groupID, record: 'request1' }, await printed(CASE));
    const asked = { request: 'Small case', departuredDate: '2026-11-22 11:00:00', imageUrl: `https://lost.example${imageUrl}` };
    const { ID } = await makeRequest(service.call, at, asked);
    const candidates = async () => (await service.call('GET', `/requests/${ID}/candidates`)).body;
    const [first, second] = await candidates();
    expect([first.itemID, second.itemID]).toEqual([same, other]);
    expect(first.score).toBeGreaterThan(second.score);
    expect(first.reasons).toContain('similar photo');
    expect(second.reasons).not.toContain('similar photo');
    const [asking] = (await service.call('GET', `/items/${same}/candidates`)).body;
    expect(asking).toMatchObject({ requestID: ID, reasons: expect.arrayContaining(['similar photo']) });

    await service.call('PUT', `/items/${same}`, { imageUrl: null });
    expect(JSON.stringify(await candidates())).not.toContain('similar photo');
    expect(await service.sql('select from image_prints')).toHaveLength(2);
  });
});
