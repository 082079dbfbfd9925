import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrong } from '../support/client.js';
import { HOTEL, PASSWORD } from '../support/records.js';
import { type Contract, links, outcome, startContract, TIMESTAMP } from './contract.js';
import { newUser, userCalls } from './users.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1
});
afterAll(() => service?.stop());

const { create, created, update } = userCalls(() => service);

describe('the User record', () => {
  it('has the fields of the specification, null for what is absent, and never the password', async () => {
    const answer = await create({ username: '  Sanne  ' });
    expect(answer.body).toEqual({
      ID: expect.any(Number),
      username: 'Sanne',
      locationAccess: { locationIDs: ['demo:1'], regionIDs: [], countryIDs: [], accessAllLocations: false },
      email: null,
      email_validated: false,
      userRole: 'property_admin',
      createdAt: expect.stringMatching(TIMESTAMP),
      updatedAt: expect.stringMatching(TIMESTAMP),
      lastLoginAt: null,
      state: 'active',
      language: null,
    });
  });

  it('shows when the user last signed in', async () => {
    const { ID } = await service.user('signed-in');
    const { body } = await service.api.getUser({ path: { userID: ID } });
    expect(body.lastLoginAt).toMatch(TIMESTAMP);
  });
});

describe('POST /users', () => {
  it('answers 201 with the full record and its Location', async () => {
    const answer = await create();
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/api/v2/users/${answer.body.ID}`);
    expect((await service.api.getUser({ path: { userID: answer.body.ID } })).body).toEqual(answer.body);
  });

  it.each([
    [{ password: 'x'.repeat(200) }, 'password too_weak'],
    [{ locationID: 'demo:99' }, 'locationID unknown_reference'],
    [{ locationID: 'other:1' }, 'locationID unknown_reference'],
  ])('%o is refused: %s', async (changes, fault) => expect(outcome(await create(changes))).toBe(fault));

  it.each([{ password: 'mk7$ 9xw!q' }, { password: 'mk7$ 9xw!q'.repeat(20) }])('%o is taken', async (changes) =>
    expect(outcome(await create(changes))).toBe('201'),
  );

  it('takes a username once, whatever its case and its Group', async () => {
    await create({ username: 'Unique' });
    expect(outcome(await create({ username: 'uNIQUE' }))).toBe('409 username_taken');
    const locationID = (await service.other.createLocation({ body: HOTEL })).body.locationID;
    const elsewhere = newUser({ username: 'unique', locationID });
    expect(outcome(await service.other.createUser({ body: elsewhere }))).toBe('409 username_taken');
  });
});

describe('PUT /users/:userID', () => {
  it('changes what is given and keeps the rest', async () => {
    const userID = await created({ email: 'a@example.com' });
    const before = (await service.api.getUser({ path: { userID } })).body;
    const changed = await update(userID, { userRole: 'overview_subuser' });
    expect(changed).toMatchObject({ status: 200, body: { userRole: 'overview_subuser' } });
    expect(changed.body).toEqual({ ...before, userRole: 'overview_subuser', updatedAt: expect.stringMatching(TIMESTAMP) });
    expect((await update(userID, { username: 'renamed', email: 'b@example.com' })).body).toMatchObject({
      username: 'renamed',
      email: 'b@example.com',
      userRole: 'overview_subuser',
    });
  });

  it('takes a body without any field', async () => {
    expect(outcome(await update(await created(), {}))).toBe('200');
  });

  it('clears the email with null', async () => {
    expect((await update(await created({ email: 'a@example.com' }), { email: null })).body.email).toBeNull();
  });

  it('changes the password', async () => {
    const userID = await created({ username: 'forgetful' });
    expect(outcome(await update(userID, { password: 'another password' }))).toBe('200');
    expect(outcome(await service.api.login({ body: { username: 'forgetful', password: PASSWORD } }))).toBe(
      '401 invalid_credentials',
    );
    expect(outcome(await service.api.login({ body: { username: 'forgetful', password: 'another password' } }))).toBe('200');
  });

  it('keeps usernames unique, and lets a user keep its own in another case', async () => {
    await create({ username: 'taken' });
    const userID = await created({ username: 'mine' });
    expect(outcome(await update(userID, { username: 'TAKEN' }))).toBe('409 username_taken');
    expect((await update(userID, { username: 'MINE' })).body.username).toBe('MINE');
  });
});

describe('GET /users/:userID', () => {
  it.each(['9999', '0', '-1', '1.5', 'abc', '99999999999999'])('%s is 404', async (userID) => {
    const path = { userID: wrong(userID) };
    expect(outcome(await service.api.getUser({ path }))).toBe('404 not_found');
    expect(outcome(await service.api.updateUser({ path, body: {} }))).toBe('404 not_found');
    expect(outcome(await service.api.deleteUser({ path }))).toBe('404 not_found');
    expect(outcome(await service.api.getUserAccess({ path }))).toBe('404 not_found');
    expect(outcome(await service.api.giveUserAccess({ path, body: {} }))).toBe('404 not_found');
    expect(outcome(await service.api.takeUserAccess({ path, body: {} }))).toBe('404 not_found');
  });

  it('a user of another Group is 404, with the words for one that does not exist', async () => {
    const userID = await created();
    const elsewhere = await service.other.getUser({ path: { userID } });
    const nowhere = await service.other.getUser({ path: { userID: 99999 } });
    expect(outcome(elsewhere)).toBe('404 not_found');
    expect(elsewhere.body.detail).toBe(nowhere.body.detail);
  });
});

describe('DELETE /users/:userID', () => {
  it('answers 204 without a body; the user is gone and the name free', async () => {
    const userID = await created({ username: 'leaving' });
    const answer = await service.api.deleteUser({ path: { userID } });
    expect(answer).toMatchObject({ status: 204, body: null });
    expect(outcome(await service.api.getUser({ path: { userID } }))).toBe('404 not_found');
    expect(outcome(await service.api.deleteUser({ path: { userID } }))).toBe('404 not_found');
    expect((await service.api.listUsers()).body.map(({ ID }: { ID: number }) => ID)).not.toContain(userID);
    const again = await create({ username: 'leaving' });
    expect(again.status).toBe(201);
    expect(again.body.ID).toBeGreaterThan(userID);
  });

  it('a user that deletes itself gets 409', async () => {
    const { ID, client } = await service.user('itself');
    expect(outcome(await client.deleteUser({ path: { userID: ID } }))).toBe('409 conflict');
  });
});

describe('GET /users', () => {
  it('is a bare array of Users in ascending order, at most 500 unless asked otherwise', async () => {
    const { status, body } = await service.api.listUsers();
    expect(status).toBe(200);
    const IDs = body.map(({ ID }: { ID: number }) => ID);
    expect(IDs).toEqual(IDs.toSorted((one: number, other: number) => one - other));
    expect(IDs.length).toBeGreaterThan(10);
    expect(body[0]).toEqual((await service.api.getUser({ path: { userID: IDs[0] } })).body);
  });

  it('is paged with limit and page, and links its pages', async () => {
    const all = (await service.api.listUsers()).body;
    const page = await service.api.listUsers({ query: { limit: 2, page: 2 } });
    expect(page.body).toEqual(all.slice(2, 4));
    expect(links(page)).toEqual({
      first: { limit: '2', page: '1' },
      prev: { limit: '2', page: '1' },
      next: { limit: '2', page: '3' },
    });
    const past = await service.api.listUsers({ query: { limit: 1000, page: 7 } });
    expect(past).toMatchObject({ status: 200, body: [] });
    expect(Object.keys(links(past))).not.toContain('next');
    expect(links(await service.api.listUsers())).toEqual({ first: { page: '1' } });
  });

  it('beyond: counts with count=true', async () => {
    const all = await service.api.listUsers();
    expect(all.headers.has('x-total-count')).toBe(false);
    const counted = await service.api.listUsers({ query: { count: true, limit: 1 } });
    expect(counted.headers.get('x-total-count')).toBe(String(all.body.length));
  });
});

describe('GET /users/roles', () => {
  it('gives all roles; their ID is the code that userRole takes', async () => {
    const { body } = await service.api.listRoles();
    expect(body.map(({ ID, userRole, title }: Record<string, string>) => [ID, userRole, title])).toEqual([
      ['group_admin', 'group_admin', 'Group Admin'],
      ['property_admin', 'property_admin', 'Property Admin'],
      ['property_subuser', 'property_subuser', 'Sub-User'],
      ['limited_subuser', 'limited_subuser', 'Limited Sub-User'],
      ['overview_subuser', 'overview_subuser', 'Overview Sub-User'],
    ]);
    for (const role of body) expect(role.description, role.ID).toMatch(/\S/);
  });
});
