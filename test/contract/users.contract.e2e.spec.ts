import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wrong } from '../support/client.js';
import { PASSWORD } from '../support/records.js';
import { type Contract, links, outcome, startContract, TIMESTAMP } from './contract.js';

let service: Contract;
beforeAll(async () => {
  service = await startContract();
  await service.location(); // demo:1, NL
  await service.location({ address: { ...ADDRESS, countryID: 'DE' } }); // demo:2
  await service.location({ address: { ...ADDRESS, countryID: 'BE' } }); // demo:3
});
afterAll(() => service?.stop());

const ADDRESS = { address: 'Kade', addressNumber: '1', city: 'Stad', zipCode: '1000' };

let count = 0;
const newUser = (changes: object = {}) => ({
  username: `user-${++count}`,
  password: PASSWORD,
  locationID: 'demo:1',
  userRole: 'property_admin' as const,
  ...changes,
});
const create = (changes: object = {}) => service.api.createUser({ body: newUser(changes) });
const created = async (changes: object = {}) => (await create(changes)).body.ID as number;
const update = (userID: number, body: object, headers?: object) =>
  service.api.updateUser({ path: { userID }, body, headers: wrong(headers) });
const give = (userID: number, body: object) => service.api.giveUserAccess({ path: { userID }, body });
const take = (userID: number, body: object) => service.api.takeUserAccess({ path: { userID }, body });
const access = async (userID: number) => (await service.api.getUserAccess({ path: { userID } })).body;

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

  it('needs username, password, locationID and userRole', async () => {
    expect(outcome(await service.api.createUser({ body: wrong({}) }))).toBe(
      'locationID required, password required, userRole required, username required',
    );
  });

  it.each(['group_admin', 'property_admin', 'property_subuser', 'limited_subuser', 'overview_subuser'])(
    'takes the role code %s',
    async (userRole) => expect((await create({ userRole })).body.userRole).toBe(userRole),
  );

  it.each([
    [{ userRole: 'Group Admin' }, 'userRole not_allowed'],
    [{ userRole: 1 }, 'userRole invalid_type'],
    [{ username: '   ' }, 'username required'],
    [{ username: 7 }, 'username invalid_type'],
    [{ username: 'x'.repeat(256) }, 'username too_long'],
    [{ password: 'x'.repeat(9) }, 'password too_short'],
    [{ password: 'x'.repeat(201) }, 'password too_long'],
    [{ email: 'sanne' }, 'email invalid_format'],
    [{ email: 5 }, 'email invalid_type'],
    [{ locationID: 'demo:99' }, 'locationID unknown_reference'],
    [{ locationID: 'other:1' }, 'locationID unknown_reference'],
    [{ locationID: 1 }, 'locationID invalid_type'],
    [{ locationIDs: ['demo:1'] }, 'locationIDs unknown_field'],
    [{ ID: 5 }, 'ID unknown_field'],
  ])('%o is refused: %s', async (changes, fault) => expect(outcome(await create(changes))).toBe(fault));

  it.each([
    { password: 'x'.repeat(10) },
    { password: 'x'.repeat(200) },
    { email: 'sanne@example.com' },
    { email: null },
    { username: '😀'.repeat(120) },
  ])('%o is taken', async (changes) => expect(outcome(await create(changes))).toBe('201'));

  it('takes a username once, whatever its case and its Group', async () => {
    await create({ username: 'Unique' });
    expect(outcome(await create({ username: 'uNIQUE' }))).toBe('409 username_taken');
    const locationID = (await service.other.createLocation({ body: LOCATION })).body.locationID;
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

  it.each([
    [{ userRole: 'boss' }, 'userRole not_allowed'],
    [{ password: 'short' }, 'password too_short'],
    [{ email: 'x@' }, 'email invalid_format'],
    [{ locationID: 'demo:1' }, 'locationID unknown_field'],
    [{ locationAccess: {} }, 'locationAccess unknown_field'],
  ])('%o is refused: %s', async (body, fault) => expect(outcome(await update(await created(), body))).toBe(fault));

  it.each([{ username: '' }, { username: null }, { userRole: null }, { password: null }])('%o is refused', async (body) => {
    const answer = await update(await created(), body);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: Object.keys(body)[0] }] } });
  });

  it('keeps usernames unique, and lets a user keep its own in another case', async () => {
    await create({ username: 'taken' });
    const userID = await created({ username: 'mine' });
    expect(outcome(await update(userID, { username: 'TAKEN' }))).toBe('409 username_taken');
    expect((await update(userID, { username: 'MINE' })).body.username).toBe('MINE');
  });

  it('beyond: refuses with 412 what was changed since it was read', async () => {
    const userID = await created();
    const etag = (await service.api.getUser({ path: { userID } })).headers.get('etag');
    const first = await update(userID, { email: 'a@example.com' }, { 'If-Match': etag });
    expect(outcome(first)).toBe('200');
    expect(first.headers.get('etag')).not.toBe(etag);
    expect(outcome(await update(userID, { email: 'b@example.com' }, { 'If-Match': etag }))).toBe('412 precondition_failed');
    expect((await service.api.getUser({ path: { userID } })).body.email).toBe('a@example.com');
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
    const { ID, client } = await service.user('suicidal');
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

  it.each([
    [{ limit: 0 }, 'limit out_of_range'],
    [{ limit: 1001 }, 'limit out_of_range'],
    [{ page: 0 }, 'page out_of_range'],
    [{ limit: -1 }, 'limit out_of_range'],
    [{ offset: 5 }, 'offset unknown_field'],
  ])('%o is refused: %s', async (query, fault) =>
    expect(outcome(await service.api.listUsers({ query: wrong(query) }))).toBe(fault),
  );

  it.each([{ limit: 'ten' }, { limit: 1.5 }, { page: 'x' }, { limit: '' }])('%o is refused', async (query) => {
    expect(await service.api.listUsers({ query: wrong(query) })).toMatchObject({
      status: 400,
      body: { code: 'validation_failed' },
    });
  });

  it('a limit of 1 and one of 1000 are taken', async () => {
    expect((await service.api.listUsers({ query: { limit: 1 } })).body).toHaveLength(1);
    expect(outcome(await service.api.listUsers({ query: { limit: 1000 } }))).toBe('200');
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
    for (const role of body) expect(role.description).toEqual(expect.any(String));
  });
});

describe('a user’s access', () => {
  it('is given to any number of Locations, Regions and Countries', async () => {
    const userID = await created();
    const region = (await service.api.createRegion({ body: { name: 'East', locationIDs: ['demo:2'] } })).body.ID;
    const given = await give(userID, { locationIDs: ['demo:3', 'demo:2'], countryIDs: ['NL', 'DE'], regionIDs: [region] });
    expect(given).toMatchObject({ status: 200 });
    expect({ ...given.body, countryIDs: given.body.countryIDs.toSorted() }).toEqual({
      locationIDs: ['demo:1', 'demo:2', 'demo:3'],
      countryIDs: ['DE', 'NL'],
      regionIDs: [region],
      accessAllLocations: false,
    });
    expect(await access(userID)).toEqual(given.body);
    expect((await service.api.getUser({ path: { userID } })).body.locationAccess).toEqual(given.body);
  });

  it('takes a body without any field, and none at all', async () => {
    const userID = await created();
    expect(outcome(await give(userID, {}))).toBe('200');
    expect(outcome(await take(userID, {}))).toBe('200');
    expect(outcome(await service.api.giveUserAccess({ path: { userID } }))).toBe('200');
    expect(outcome(await service.api.takeUserAccess({ path: { userID } }))).toBe('200');
  });

  it('is given twice without change', async () => {
    const userID = await created();
    expect((await give(userID, { locationIDs: ['demo:1', 'demo:2', 'demo:2'] })).body.locationIDs).toEqual(['demo:1', 'demo:2']);
  });

  it('is taken without removing the user; what the user does not have is no fault', async () => {
    const userID = await created();
    await give(userID, { locationIDs: ['demo:2'] });
    expect(await take(userID, { locationIDs: ['demo:1', 'demo:3'] })).toMatchObject({
      status: 200,
      body: { locationIDs: ['demo:2'] },
    });
    expect(outcome(await service.api.getUser({ path: { userID } }))).toBe('200');
  });

  it('to a Country also covers Locations created in that Country later', async () => {
    const { ID, client } = await service.user('traveller');
    await give(ID, { countryIDs: ['FR'] });
    const later = await service.location({ address: { ...ADDRESS, countryID: 'FR' } });
    expect((await client.listLocations()).body.map(({ locationID }: { locationID: string }) => locationID)).toContain(later);
    expect(outcome(await client.getLocation({ path: { locationID: later } }))).toBe('200');
    const users = (await service.api.listLocationUsers({ path: { locationID: later } })).body;
    expect(users.map((user: { ID: number }) => user.ID)).toContain(ID);
  });

  it('to all Locations reaches every Location, and removing it falls back to what was assigned before', async () => {
    const userID = await created({ locationID: 'demo:2' });
    await give(userID, { countryIDs: ['BE'] });
    const before = await access(userID);
    expect((await give(userID, { addAccessAllLocations: true })).body).toEqual({ ...before, accessAllLocations: true });
    const everywhere = await service.location();
    const reaching = (await service.api.listLocationUsers({ path: { locationID: everywhere } })).body;
    expect(reaching.map(({ ID }: { ID: number }) => ID)).toContain(userID);
    expect((await take(userID, { removeAccessAllLocations: true })).body).toEqual(before);
  });

  it('flags that are false change nothing', async () => {
    const userID = await created();
    expect((await give(userID, { addAccessAllLocations: false })).body.accessAllLocations).toBe(false);
    await give(userID, { addAccessAllLocations: true });
    expect((await take(userID, { removeAccessAllLocations: false })).body.accessAllLocations).toBe(true);
  });

  it('must keep at least one Location', async () => {
    const userID = await created();
    const before = await access(userID);
    expect(outcome(await take(userID, { locationIDs: ['demo:1'] }))).toBe('400 last_location');
    expect(await access(userID)).toEqual(before);
  });

  it('a Location stays in its Country while that is all the access of a user', async () => {
    const userID = await created();
    const locationID = await service.location({ address: { ...ADDRESS, countryID: 'PT' } });
    await give(userID, { countryIDs: ['PT'] });
    await take(userID, { locationIDs: ['demo:1'] });
    const move = (countryID: 'ES' | 'PT') =>
      service.api.updateLocation({ path: { locationID }, body: { address: { countryID } } });
    expect(outcome(await move('ES'))).toBe('409 conflict');
    expect(outcome(await move('PT'))).toBe('200');
    await give(userID, { countryIDs: ['ES'] });
    expect((await move('ES')).body.address.countryID).toBe('ES');
    expect(outcome(await take(userID, { countryIDs: ['ES'] }))).toBe('400 last_location');
  });

  it('a Country without Locations does not count', async () => {
    const userID = await created();
    await give(userID, { countryIDs: ['JP'] });
    expect(outcome(await take(userID, { locationIDs: ['demo:1'] }))).toBe('400 last_location');
    await service.location({ address: { ...ADDRESS, countryID: 'JP' } });
    expect(outcome(await take(userID, { locationIDs: ['demo:1'] }))).toBe('200');
  });

  it('removing all-Locations access from a user whose other access is empty is rejected', async () => {
    const userID = await created();
    await give(userID, { addAccessAllLocations: true });
    expect((await take(userID, { locationIDs: ['demo:1'] })).body).toMatchObject({ locationIDs: [], accessAllLocations: true });
    expect(outcome(await take(userID, { removeAccessAllLocations: true }))).toBe('400 last_location');
  });

  it('a deactivated Location counts and is not shown', async () => {
    const locationID = await service.location();
    const userID = await created({ locationID });
    await service.api.deactivateLocation({ path: { locationID } });
    expect((await access(userID)).locationIDs).toEqual([]);
    await give(userID, { locationIDs: ['demo:1'] });
    expect((await take(userID, { locationIDs: ['demo:1'] })).body.locationIDs).toEqual([]);
  });

  it.each([
    [{ locationIDs: ['demo:1', 'demo:99'] }, 'locationIDs.1 unknown_reference'],
    [{ locationIDs: ['other:1'] }, 'locationIDs.0 unknown_reference'],
    [{ locationIDs: 'demo:1' }, 'locationIDs invalid_type'],
    [{ locationIDs: [1] }, 'locationIDs.0 invalid_type'],
    [{ regionIDs: [99] }, 'regionIDs.0 unknown_reference'],
    [{ regionIDs: ['1'] }, 'regionIDs.0 invalid_type'],
    [{ countryIDs: ['NL', 'XX'] }, 'countryIDs.1 not_allowed'],
    [{ countryIDs: ['nl'] }, 'countryIDs.0 not_allowed'],
    [{ accessAllLocations: true }, 'accessAllLocations unknown_field'],
  ])('%o is refused: %s', async (body, fault) => {
    const userID = await created();
    expect(outcome(await give(userID, body))).toBe(fault);
    expect(outcome(await take(userID, body))).toBe(fault);
  });

  it('flags are booleans, each of its own call', async () => {
    const userID = await created();
    expect(outcome(await give(userID, { addAccessAllLocations: 'true' }))).toBe('addAccessAllLocations invalid_type');
    expect(outcome(await give(userID, { removeAccessAllLocations: true }))).toBe('removeAccessAllLocations unknown_field');
    expect(outcome(await take(userID, { addAccessAllLocations: true }))).toBe('addAccessAllLocations unknown_field');
  });
});

const LOCATION = {
  name: 'Elsewhere',
  address: { ...ADDRESS, countryID: 'NL' as const },
  contactDetails: { contactPerson: 'Ann', contactEmail: 'ann@example.com', phoneNumber: '1' },
  pickupDetails: {},
};
