import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createUser, registerItem } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service?.stop());

let locationID: string;
beforeEach(async () => {
  locationID = await service.location();
});

const umbrella = { item: 'Burgundy umbrella with a wooden handle', colors: ['burgundy'], location: 'Bar' };
const found = async (changes: object = {}, at = locationID): Promise<number> =>
  (await registerItem(service.call, at, { ...umbrella, ...changes })).ID;
const similar = async (itemID: number, by = service.call) => by('GET', `/items/${itemID}/similar`);
const idsOf = ({ body }: { body: { itemID: number }[] }) => body.map(({ itemID }) => itemID);

describe('an item', () => {
  it('is similar to what is probably the same thing, with the reasons', async () => {
    const [one, other] = [await found(), await found({ item: 'Umbrella, burgundy' })];
    await found({ item: 'Phone charger', colors: ['white'], location: 'Room 7' });
    const { status, body } = await similar(one);
    expect(status).toBe(200);
    expect(body).toMatchObject([
      { itemID: other, score: expect.any(Number), reasons: expect.arrayContaining(['color burgundy', 'same place: Bar']) },
    ]);
    expect(body[0].score).toBeGreaterThanOrEqual(0.5);
    expect(idsOf(await similar(other))).toEqual([one]);
  });

  it('is not similar to another Location’s, a deleted one, or one of another owner', async () => {
    const one = await found({ owner: { lastName: 'Okafor' } });
    await found({}, await service.location());
    await service.call('DELETE', `/items/${await found()}`);
    await found({ item: 'Umbrella', colors: [], location: 'Pool', owner: { lastName: 'Lindqvist' } });
    expect((await similar(one)).body).toEqual([]);
  });

  it('is similar to three others at most, the likeliest first', async () => {
    const one = await found();
    const less = await found({ location: 'Lobby' });
    const like = [await found(), await found(), await found()];
    expect(idsOf(await similar(one))).toEqual([...like].reverse());
    expect(idsOf(await similar(one))).not.toContain(less);
  });

  it('is similar to what was registered in the two weeks before or after', async () => {
    const first = await found();
    service.clock.forward(13.9);
    const second = await found();
    service.clock.forward(0.2);
    const third = await found();
    expect(idsOf(await similar(first))).toEqual([second]);
    expect(idsOf(await similar(second))).toEqual([third, first]);
    expect(idsOf(await similar(third))).toEqual([second]);
  });

  it('is compared for those who read items there', async () => {
    const one = await found();
    expect((await similar(one, (await service.group('elsewhere')).call)).status).toBe(404);
    await createUser(service.call, 'limited-similar', 'limited_subuser', locationID);
    expect((await similar(one, (await service.signIn('limited-similar')).call)).status).toBe(403);
  });
});
