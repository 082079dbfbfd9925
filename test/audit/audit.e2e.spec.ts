import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Groups } from '#contexts/groups';
import { AccountLinks } from '#contexts/links';
import { Persons } from '#contexts/retention';
import { ApiTokens } from '#contexts/sign-in';
import { createRegion, createUser, PASSWORD } from '../support/records.js';
import { startService, type TestService } from '../support/service.js';

const NEW = 'purple stapler window';

let service: TestService;
let here: string;
let there: string;
let tokenID: string;
beforeAll(async () => {
  service = await startService({ publicUrl: 'https://lost.example' });
  [here, there] = [await service.location(), await service.location()];
  tokenID = (await service.call('GET', '/me')).body.token.ID;
});
afterAll(() => service?.stop());

const audit = async (query = '') => (await service.call('GET', `/audit${query}`)).body;

/** What the audit tells of some work. */
// biome-ignore lint/suspicious/noExplicitAny: entries are compared with what each story expects
async function toldOf(work: () => Promise<unknown>): Promise<any[]> {
  const { next } = await audit('?after=now');
  await work();
  return (await audit(`?after=${next}`)).entries;
}

const userID = async (username: string, role = 'property_admin') =>
  (await createUser(service.call, username, role, here)).ID as number;

/** Where the calls of specs come from. */
const address = '127.0.0.1';
const INTEGRATION = () => ({ user: null, token: { ID: tokenID, name: null }, commandLine: false, address, outcome: 'done' });
const COMMAND_LINE = { user: null, token: null, commandLine: true, address: null, outcome: 'done' };
const by = (ID: number, username: string) => ({ user: { ID, username }, token: null, commandLine: false, address });

describe('signing in and out', () => {
  it('is told of with the user, its address and its session', async () => {
    const ID = await userID('anna');
    const [entry, ...others] = await toldOf(() => service.signIn('anna'));
    const session = { kind: 'session', ID: expect.stringMatching(/^[0-9a-f-]{36}$/) };
    const details = { way: 'password', sessions: 0 };
    expect(entry).toEqual({
      ...{ cursor: expect.any(String), at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/) },
      ...{ action: 'sign-in', outcome: 'done', ...by(ID, 'anna'), target: session, details },
    });
    expect(others).toEqual([]);
  });

  it('that is refused is told of with the reason, and of an unknown name without it', async () => {
    const ID = await userID('bert');
    const login = (username: string, password: string) => service.as(null)('POST', '/auth/login', { username, password });
    const refused = { action: 'sign-in', outcome: 'refused', target: null };
    expect(await toldOf(() => login('Bert', 'wrong one'))).toMatchObject([
      { ...refused, ...by(ID, 'bert'), details: { way: 'password', reason: 'password' } },
    ]);
    const [unknown] = await toldOf(() => login('nobody-here', 'wrong one'));
    expect(unknown).toMatchObject({ ...refused, user: null, address, details: { way: 'password', reason: 'unknown' } });
    expect(JSON.stringify(unknown)).not.toContain('nobody-here');
    await service.call('PUT', `/users/${ID}/disabled`, { disabled: true });
    expect(await toldOf(() => login('bert', PASSWORD))).toMatchObject([{ ...refused, details: { reason: 'disabled' } }]);
  });

  it('by the same session ends it; another one ends by its user, or as its token was used twice', async () => {
    const ID = await userID('cora');
    const [first, second, third] = [await service.signIn('cora'), await service.signIn('cora'), await service.signIn('cora')];
    const logout = () => service.as(null)('POST', '/auth/logout', { refreshToken: first.refreshToken });
    expect(await toldOf(logout)).toMatchObject([{ action: 'sign-out', ...by(ID, 'cora'), target: { kind: 'session' } }]);
    expect(await toldOf(logout)).toEqual([]);
    const other = (await third.call('GET', '/me/sessions')).body.find(({ current }: { current: boolean }) => !current).ID;
    expect(await toldOf(() => third.call('DELETE', `/me/sessions/${other}`))).toMatchObject([
      { action: 'session.ended', ...by(ID, 'cora'), target: { kind: 'session', ID: other } },
    ]);
    const refresh = ({ refreshToken }: { refreshToken: string }) => service.as(null)('POST', '/auth/refresh', { refreshToken });
    expect(await toldOf(() => refresh(second))).toEqual([]);
    await refresh(third);
    expect(await toldOf(() => refresh(third))).toMatchObject([
      { action: 'session.ended', user: null, address, target: { kind: 'user', ID }, details: { reason: 'refresh-token-reused' } },
    ]);
  });

  it('a fifty-first time counts the session that it ends', async () => {
    const ID = await userID('many');
    const session = `insert into sessions (group_id, user_id, id, created_at, expires_at)
      select $1, $2, gen_random_uuid(), now(), now() + interval '1 day' from generate_series(1, 50)`;
    await service.sql(session, [service.groupID, ID]);
    expect(await toldOf(() => service.signIn('many'))).toMatchObject([{ action: 'sign-in', details: { sessions: 1 } }]);
  });
});

describe('an account', () => {
  it('has its second factor switched on and off, and refusals, by itself and by an admin', async () => {
    const ID = await userID('dora');
    const { call } = await service.signIn('dora');
    const target = { kind: 'user', ID };
    let calls = 0;
    // What is refused is rolled back, the entry is not.
    const begin = (currentPassword: string) =>
      call('POST', '/me/totp', { currentPassword }, { 'idempotency-key': `totp-${calls++}` });
    const refused = { outcome: 'refused', ...by(ID, 'dora'), target };
    expect(await toldOf(() => begin('wrong'))).toMatchObject([{ action: 'second-factor.on', ...refused }]);
    const { secret } = (await begin(PASSWORD)).body;
    const turn = (method: 'PUT' | 'DELETE', code: string) => toldOf(() => call(method, '/me/totp', { code }));
    expect(await turn('PUT', '000000')).toMatchObject([{ action: 'second-factor.on', ...refused }]);
    expect(await turn('PUT', new TOTP({ secret }).generate())).toMatchObject([
      { action: 'second-factor.on', outcome: 'done', target },
    ]);
    const login = () => service.as(null)('POST', '/auth/login', { username: 'dora', password: PASSWORD });
    expect(await toldOf(login)).toEqual([]);
    expect(await turn('DELETE', '000000')).toMatchObject([{ action: 'second-factor.off', ...refused }]);
    expect(await toldOf(() => service.call('DELETE', `/users/${ID}/totp`))).toMatchObject([
      { action: 'second-factor.off', ...INTEGRATION(), target },
    ]);
  });

  it('has its password set with the old one, by a link and by an admin, which ends sessions', async () => {
    const ID = await userID('emil');
    const { call } = await service.signIn('emil');
    await service.signIn('emil');
    const target = { kind: 'user', ID };
    const change = (currentPassword: string) => call('PUT', '/me/password', { currentPassword, newPassword: NEW });
    expect(await toldOf(() => change('wrong'))).toMatchObject([{ action: 'password.set', outcome: 'refused', target }]);
    expect(await toldOf(() => change(PASSWORD))).toMatchObject([
      { action: 'password.set', outcome: 'done', ...by(ID, 'emil'), target, details: { sessions: 1 } },
    ]);
    const set = await toldOf(() => service.call('PUT', `/users/${ID}`, { password: PASSWORD, username: 'emilio' }));
    expect(set.map(({ action }) => action)).toEqual(['user.updated', 'password.set']);
    expect(set[1]).toMatchObject({ ...INTEGRATION(), target, details: { sessions: 1 } });
    await service.call('PUT', `/users/${ID}`, { email: 'emil@example.com' });
    const forgot = () => service.as(null)('POST', '/auth/password/forgot', { username: 'emilio' });
    const [forgotten] = await toldOf(async () => {
      await forgot();
      while ((await audit(`?action=password.forgotten&userID=${ID}`)).entries.length === 0);
    });
    expect(forgotten).toMatchObject({
      action: 'password.forgotten',
      user: null,
      token: null,
      commandLine: false,
      address,
      target,
    });
    const path = new URL(service.get(AccountLinks).linkFor({ groupID: service.groupID, userID: ID, link: 1 })).pathname;
    const post = () => fetch(service.url + path, { method: 'POST', body: new URLSearchParams({ password: NEW }) });
    expect(await toldOf(post)).toMatchObject([{ action: 'password.set', outcome: 'done', ...by(ID, 'emilio'), target }]);
    expect(await toldOf(post)).toMatchObject([{ action: 'password.set', outcome: 'refused', ...by(ID, 'emilio'), target }]);
  });

  it('has refusals told of a hundred times an hour, however often a link that has ended is used', async () => {
    const ID = await userID('otto');
    const other = await userID('olga');
    const post = (user: number) => {
      const { pathname } = new URL(service.get(AccountLinks).linkFor({ groupID: service.groupID, userID: user, link: 9 }));
      return fetch(service.url + pathname, { method: 'POST', body: new URLSearchParams({ password: NEW }) });
    };
    for (let round = 0; round < 12; round++) await Promise.all(Array.from({ length: 10 }, () => post(ID)));
    const { entries } = await audit(`?action=password.set&userID=${ID}&limit=1000`);
    expect(entries).toHaveLength(100);
    expect(entries[0]).toMatchObject({ action: 'password.set', outcome: 'refused', ...by(ID, 'otto') });
    expect(await toldOf(() => post(other))).toHaveLength(1);
  });

  it('is created, changed, disabled, enabled and deleted, each told of once', async () => {
    let ID = 0;
    const created = await toldOf(async () => {
      ID = await userID('fred');
    });
    const locationAccess = { locationIDs: [here], regionIDs: [], countryIDs: [], accessAllLocations: false };
    const target = { kind: 'user', ID };
    expect(created).toMatchObject([
      { action: 'user.created', ...INTEGRATION(), target, details: { userRole: 'property_admin', locationAccess } },
    ]);
    await service.signIn('fred');
    const put = (path: string, body: object) => toldOf(() => service.call('PUT', `/users/${ID}${path}`, body));
    expect(await put('', { email: 'fred@example.com', userRole: 'property_subuser' })).toMatchObject([
      { action: 'user.updated', target, details: { fields: ['email', 'userRole'], userRole: 'property_subuser' } },
    ]);
    expect(await put('', { email: 'fred@example.com' })).toEqual([]);
    expect(await put('/disabled', { disabled: true })).toMatchObject([
      { action: 'user.disabled', target, details: { disabled: true, sessions: 1 } },
    ]);
    expect(await put('/disabled', { disabled: false })).toMatchObject([
      { action: 'user.disabled', details: { disabled: false } },
    ]);
    await service.signIn('fred');
    expect(await toldOf(() => service.call('DELETE', `/users/${ID}`))).toMatchObject([
      { action: 'user.deleted', target, details: { sessions: 1 } },
    ]);
    const { entries } = await audit(`?userID=${ID}&action=sign-in`);
    expect(entries.map(({ user }: { user: object }) => user)).toEqual([
      { ID, username: 'fred' },
      { ID, username: 'fred' },
    ]);
  });

  it('is invited, and invited again', async () => {
    const person = { username: 'gina', email: 'gina@example.com', userRole: 'property_subuser', locationID: here };
    let ID = 0;
    const invited = await toldOf(async () => {
      ID = (await service.call('POST', '/users/invitations', person)).body.ID;
    });
    expect(invited).toMatchObject([
      { action: 'user.invited', target: { kind: 'user', ID }, details: { userRole: 'property_subuser' } },
    ]);
    expect(await toldOf(() => service.call('POST', `/users/${ID}/invitation`))).toMatchObject([{ action: 'user.invited' }]);
    expect(JSON.stringify(invited)).not.toContain('gina@');
  });

  it('is given access and loses it, by itself or by a Region', async () => {
    const ID = await userID('hugo');
    const change = (method: 'POST' | 'DELETE') =>
      toldOf(() => service.call(method, `/users/${ID}/locations`, { locationIDs: [there] }));
    const target = { kind: 'user', ID };
    expect(await change('POST')).toMatchObject([
      { action: 'access.granted', target, details: { locationAccess: { locationIDs: [here, there] } } },
    ]);
    expect(await change('POST')).toEqual([]);
    expect(await change('DELETE')).toMatchObject([{ action: 'access.taken', target }]);
    const { ID: regionID } = await createRegion(service.call, 'North', here);
    const ofRegion = { target: { kind: 'region', ID: regionID } };
    const moved = await toldOf(() => service.call('PUT', `/regions/${regionID}`, { locationIDs: [there] }));
    expect(moved).toMatchObject([
      { action: 'access.granted', ...ofRegion, details: { locationIDs: [there] } },
      { action: 'access.taken', ...ofRegion, details: { locationIDs: [here] } },
    ]);
    expect(await toldOf(() => service.call('PUT', `/regions/${regionID}`, { name: 'South' }))).toEqual([]);
    expect(await toldOf(() => service.call('DELETE', `/regions/${regionID}`))).toMatchObject([
      { action: 'access.taken', ...ofRegion },
    ]);
  });
});

describe('the keys and settings of a Group', () => {
  it('tokens are made and revoked once', async () => {
    const { body: token } = await service.call('POST', '/tokens', { name: 'PMS', role: 'carrier' });
    const [made] = (await audit('?action=token.created')).entries.slice(-1);
    expect(made).toMatchObject({
      ...INTEGRATION(),
      target: { kind: 'token', ID: token.ID },
      details: { name: 'PMS', role: 'carrier' },
    });
    expect(JSON.stringify(await audit())).not.toContain(token.token.slice(9));
    expect(await toldOf(() => service.call('DELETE', `/tokens/${token.ID}`))).toMatchObject([
      { action: 'token.revoked', details: { name: 'PMS' } },
    ]);
    expect(await toldOf(() => service.get(ApiTokens).revoke(token.ID))).toEqual([]);
    const { id } = await service.get(ApiTokens).create(service.groupID, 'group_admin', 'Audited');
    expect((await audit('?action=token.created')).entries.at(-1)).toMatchObject({
      ...COMMAND_LINE,
      target: { kind: 'token', ID: id },
    });
  });

  it.each<[string, () => Promise<unknown>, object, object]>([
    [
      'guest settings',
      () => service.call('PUT', `/locations/${here}/guest-settings`, { displayName: 'Grand' }),
      { kind: 'location' },
      { settings: 'guest-settings', fields: ['displayName'] },
    ],
    [
      'guest settings of the Group',
      () => service.call('PUT', '/guest-settings', { color: '#112233' }),
      { kind: 'group', ID: 'demo' },
      { settings: 'guest-settings' },
    ],
    [
      'shipping',
      () => service.call('PUT', `/locations/${here}/shipping`, { paidBy: 'location', currency: 'EUR', rates: [] }),
      { kind: 'location' },
      { settings: 'shipping' },
    ],
    [
      'languages',
      () => service.call('POST', '/languages', { language: 'German', code: 'de' }),
      { kind: 'group', ID: 'demo' },
      { settings: 'languages', added: 'de' },
    ],
    [
      'security',
      () => service.get(Groups).setSecondFactorRoles('demo', ['limited_subuser']),
      { kind: 'group', ID: 'demo' },
      { settings: 'security', secondFactor: ['limited_subuser'] },
    ],
    [
      'sign-on',
      () => service.get(Groups).setSso('demo', false, ['demo.example']),
      { kind: 'group', ID: 'demo' },
      { settings: 'sign-on', sso: false },
    ],
    [
      'retention',
      () => service.get(Groups).setRetentionDays('demo', 300),
      { kind: 'group', ID: 'demo' },
      { settings: 'retention', days: 300 },
    ],
    [
      'the name',
      () => service.get(Groups).rename('demo', 'Demo'),
      { kind: 'group', ID: 'demo' },
      { settings: 'name', name: 'Demo' },
    ],
  ])('%s', async (_what, work, target, details) => {
    expect(await toldOf(work)).toMatchObject([{ action: 'settings.changed', outcome: 'done', target, details }]);
  });

  it('what is set as it was is no change', async () => {
    const groups = service.get(Groups);
    const { ID: language } = (await service.call('POST', '/languages', { language: 'Danish', code: 'da' })).body;
    const chosen = { languageIDs: [language], defaultLanguageID: language };
    for (const same of [
      () => service.call('PUT', `/locations/${here}/guest-settings`, { displayName: 'As it is' }),
      () => service.call('PUT', `/locations/${here}/languages`, chosen),
      () => service.call('PUT', '/desk/retention', { days: 200 }),
      () => groups.setRetentionByCategory('demo', { private_item: 30 }, 100),
      () => groups.setSecondFactorRoles('demo', ['overview_subuser']),
      () => groups.setSso('demo', false, ['same.example']),
      () => groups.rename('demo', 'Demo, as it is'),
    ]) {
      expect([`${same}`, await toldOf(same)]).toMatchObject([`${same}`, [{ action: 'settings.changed' }]]);
      expect([`${same}`, await toldOf(same)]).toEqual([`${same}`, []]);
    }
  });

  it('days of the Group and of its Categories are set together: all or none, and one entry', async () => {
    const groups = service.get(Groups);
    const set = (days: number) => groups.setRetentionByCategory('demo', { jewelry: 120 }, days);
    expect(await toldOf(() => expect(set(0)).rejects.toMatchObject({ code: 'validation_failed' }))).toEqual([]);
    const details = { settings: 'retention', days: 90, byCategory: { jewelry: 120 } };
    expect(await toldOf(() => set(90))).toMatchObject([{ action: 'settings.changed', ...COMMAND_LINE, details }]);
    expect(await groups.byCode('demo')).toMatchObject({ retention_days: 90, retention_by_category: { jewelry: 120 } });
  });

  it('webhooks are configured, and endpoints come, change, get secrets and go, without their addresses', async () => {
    const url = 'https://user:hidden@hooks.example.com/x';
    const configure = () =>
      service.call('PUT', '/webhooks/config', { webhooks: { itemStatus: true }, endpoints: { itemStatus: url } });
    const told = { action: 'webhooks.changed', ...INTEGRATION() };
    expect(await toldOf(configure)).toMatchObject([
      { ...told, target: { kind: 'group', ID: 'demo' }, details: { fields: ['webhooks.itemStatus', 'endpoints.itemStatus'] } },
    ]);
    expect(await toldOf(configure)).toEqual([]);
    expect(await toldOf(() => service.call('POST', '/webhooks/config/rotate-secret'))).toMatchObject([
      { ...told, details: { fields: ['secret'] } },
    ]);
    let ID = 0;
    const made = await toldOf(async () => {
      ID = (await service.call('POST', '/webhooks/endpoints', { url, events: ['item.created'] })).body.ID;
    });
    const target = { kind: 'endpoint', ID };
    expect(made).toMatchObject([{ ...told, target, details: { change: 'created', events: ['item.created'] } }]);
    const of = (method: 'PUT' | 'POST' | 'DELETE', path = '', body?: object) =>
      toldOf(() => service.call(method, `/webhooks/endpoints/${ID}${path}`, body));
    expect(await of('PUT', '', { enabled: false, description: 'Ours' })).toMatchObject([
      { ...told, target, details: { fields: ['description', 'enabled'] } },
    ]);
    expect(await of('PUT', '', { enabled: false })).toEqual([]);
    expect(await of('POST', '/rotate-secret')).toMatchObject([{ ...told, target, details: { fields: ['secret'] } }]);
    expect(await of('DELETE')).toMatchObject([{ ...told, target, details: { change: 'deleted' } }]);
    expect(await of('DELETE')).toEqual([]);
    expect(JSON.stringify(await audit())).not.toContain('hidden');
  });
});

describe('data that comes and goes', () => {
  it('items are exported, an import is started', async () => {
    expect(await toldOf(() => service.call('GET', '/items/export?q=Meier'))).toMatchObject([
      { action: 'items.exported', ...INTEGRATION(), target: null, details: { format: 'csv' } },
    ]);
    expect(await toldOf(() => service.call('GET', '/items/export?status=nothing'))).toEqual([]);
    const headers = { authorization: `Bearer ${service.token}` };
    const head = () => fetch(`${service.url}/api/v2/items/export`, { method: 'HEAD', headers });
    expect(await toldOf(async () => expect((await head()).status).toBe(200))).toEqual([]);
    const form = new FormData();
    form.set('file', new Blob(['item,location,departuredDate\nUmbrella,Lobby,2026-11-20\n']), 'items.csv');
    form.set('locationID', here);
    const started = await toldOf(() => fetch(`${service.url}/api/v2/imports`, { method: 'POST', body: form, headers }));
    expect(started).toMatchObject([
      { action: 'import.started', ...INTEGRATION(), target: { kind: 'import', ID: 1 }, details: { dryRun: false } },
    ]);
  });

  it('a person is exported and erased by the command line, of whom nothing is said', async () => {
    await service.item(here, { owner: { lastName: 'Meier', contactEmail: 'meier@example.com' } });
    const persons = service.get(Persons);
    expect(await toldOf(() => persons.export('nobody@example.com', null))).toEqual([]);
    expect(await toldOf(() => persons.erase('nobody@example.com', null))).toEqual([]);
    const told = { ...COMMAND_LINE, target: null, details: { items: 1, requests: 0 } };
    expect(await toldOf(() => persons.export('meier@example.com', null))).toMatchObject([{ action: 'person.exported', ...told }]);
    const erased = await toldOf(() => persons.erase('meier@example.com', null));
    expect(erased).toMatchObject([{ action: 'person.erased', ...told }]);
    expect(JSON.stringify(erased)).not.toMatch(/meier/i);
  });
});
