import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GroupLimits } from '#contexts/groups';
import { ApiTokens } from '#contexts/sign-in';
import type { Answer } from '../support/call.js';
import { HOTEL, PASSWORD } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

const MOST = 3;

let service: TestService;

beforeAll(async () => {
  service = await startService({ groupLimits: new GroupLimits({ locations: MOST, users: MOST, regions: MOST, tokens: MOST }) });
});

afterAll(() => service?.stop());

/** How many of these are there now, and what came of the others. */
const outcome = (answers: readonly Answer[]) => ({
  made: answers.filter(({ status }) => status === 201).length,
  codes: [...new Set(answers.filter(({ status }) => status !== 201).map(({ body }) => body.code))].sort(),
});

/** Eight at once, and then one after the other until it is known that no more are made. */
async function attempts(path: string, body: (n: number) => object): Promise<Answer[]> {
  const atOnce = await Promise.all(Array.from({ length: 8 }, (_, n) => service.call('POST', path, body(n))));
  const after: Answer[] = [];
  for (let n = 8; n < 13; n++) after.push(await service.call('POST', path, body(n)));
  expect(after.at(-1)!.body).toMatchObject({ status: 409, code: 'limit_reached' });
  return [...atOnce, ...after];
}

describe('a Group has at most as many as it may', () => {
  it('Locations, whatever is made at once, and no number is used up in vain', async () => {
    const answers = await attempts('/locations', () => HOTEL);
    expect(outcome(answers)).toEqual({ made: MOST, codes: ['limit_reached'] });
    expect(
      (await service.call('GET', '/locations')).body.map(({ locationID }: { locationID: string }) => locationID),
    ).toHaveLength(MOST);
  });

  it('users, and one more when one has gone', async () => {
    const [{ locationID }] = (await service.call('GET', '/locations')).body;
    const user = (n: number) => ({ username: `user${n}`, password: PASSWORD, userRole: 'property_admin', locationID });
    const answers = await attempts('/users', user);
    expect(outcome(answers)).toMatchObject({ made: MOST });
    const { body: users } = await service.call('GET', '/users');
    expect(users).toHaveLength(MOST);
    expect((await service.call('DELETE', `/users/${users[0].ID}`)).status).toBe(204);
    expect((await service.call('POST', '/users', user(20))).status).toBe(201);
    expect((await service.call('POST', '/users', user(21))).body.code).toBe('limit_reached');
  });

  it('Regions', async () => {
    expect(outcome(await attempts('/regions', (n) => ({ name: `Region ${n}` })))).toMatchObject({ made: MOST });
    expect((await service.call('GET', '/regions')).body).toHaveLength(MOST);
  });

  it('API tokens that are not revoked', async () => {
    const tokens = service.get(ApiTokens);
    const made = await Promise.allSettled(Array.from({ length: 6 }, () => tokens.create(service.groupID)));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(MOST - 1);
    const [first] = await tokens.list(service.groupID);
    await expect(tokens.create(service.groupID)).rejects.toMatchObject({ code: 'limit_reached' });
    const { id } = (await tokens.list(service.groupID)).at(-1)!;
    expect(id).not.toBe(first!.id);
    await tokens.revoke(id);
    await tokens.create(service.groupID);
  });

  it('and another Group has its own', async () => {
    const other = await service.group('other');
    expect((await other.call('POST', '/locations', HOTEL)).status).toBe(201);
  });
});
