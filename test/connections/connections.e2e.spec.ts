import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConnectionSettings, connectionsContext, OpenConnections } from '#contexts/connections';
import { startService, type TestService } from '../support/service.js';

const STRIPE = { secretKey: 'sk_test_51NnOpQrStUv', webhookSecret: 'whsec_abcdefgh1234' };
const SENDCLOUD = { publicKey: 'f0c5aa11bb22cc33', secretKey: '9b1eaa11bb22dd44' };
const MEWS = { clientToken: 'E0D439EE522F44368DC78E1BFB03710C', accessToken: 'D24FB11DBE31D4621C4817E028D9E1D' };

let service: TestService;
let place: string;
let other: string;

beforeAll(async () => {
  service = await startService({ connections: new ConnectionSettings({ publicUrl: 'https://lost.example.com' }) });
  [place, other] = [await service.location(), await service.location()];
});
afterAll(() => service?.stop());

/** A Group with nothing in it. */
let groups = 0;
const freshGroup = () => service.group(`house-${++groups}`);
const post = (body: object, call = service.call) => call('POST', '/connections', { name: 'It', ...body });
const errorsOf = ({ body }: { body: { errors: { field: string; code: string }[] } }) =>
  Object.fromEntries(body.errors.map(({ field, code }) => [field, code]));

describe('a connection', () => {
  it('is shown with its kind, its status and masked secrets', async () => {
    const { call } = await freshGroup();
    const { status, body, headers } = await post({ provider: 'stripe', settings: STRIPE }, call);
    expect([status, headers.get('location')]).toEqual([201, '/api/v2/connections/1']);
    expect(body).toEqual({
      ID: 1,
      provider: 'stripe',
      kind: 'payment',
      name: 'It',
      enabled: true,
      locationIDs: null,
      settings: { secretKey: '••••StUv', webhookSecret: '••••1234' },
      status: 'untested',
      lastError: null,
      lastOkAt: null,
      eventsUrl: expect.stringMatching(/^https:\/\/lost\.example\.com\/api\/v2\/provider-events\/[\w-]{32}$/),
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect((await call('GET', '/connections')).body).toEqual([body]);
    expect((await call('GET', '/connections/1')).body).toEqual(body);
  });

  it('to a reservation system shows what was read, and is called by nobody', async () => {
    const { body } = await post({
      provider: 'mews',
      locationIDs: [place],
      settings: { ...MEWS, services: { 'bd26d8db-86a1': place } },
    });
    expect(body).toMatchObject({ kind: 'reservations', eventsUrl: null, lastSyncAt: null, stays: 0, unmapped: [] });
    expect(body.settings).toEqual({ clientToken: '••••710C', accessToken: '••••9E1D', services: { 'bd26d8db-86a1': place } });
  });

  it('to a mailbox has the usual port, encryption and folder; one that mails are handed over to has none', async () => {
    const { call } = await freshGroup();
    const mailbox = { address: 'found@hotel.example', host: 'imap.hotel.example', user: 'found', password: 'pass word' };
    const { body } = await post({ provider: 'mail', settings: mailbox }, call);
    expect(body.settings).toEqual({ ...mailbox, password: '••••word', port: 993, security: 'tls', folder: 'INBOX' });
    const handed = { name: 'It', settings: { address: 'found@hotel.example' } };
    expect((await call('PUT', '/connections/1', handed)).body.settings).toEqual(handed.settings);
  });

  it('to Opera has the usual scope', async () => {
    const { call } = await freshGroup();
    const settings = {
      gatewayUrl: 'https://gw.example.com',
      clientID: 'me',
      clientSecret: 'abcdefgh1234',
      appKey: 'key-1234-5678',
    };
    const { body } = await post({ provider: 'opera', settings: { ...settings, enterpriseID: 'ACME', hotels: {} } }, call);
    expect(body.settings).toMatchObject({ scope: 'urn:opc:hgbu:ws:__myscopes__', clientSecret: '••••1234', clientID: 'me' });
  });

  it('is refused with every wrong field', async () => {
    const wrong = await post({ provider: 'stripe', name: '', settings: { webhookSecret: 5, other: 'x' } });
    expect(wrong.status).toBe(400);
    expect(errorsOf(wrong)).toEqual({
      name: 'required',
      'settings.secretKey': 'required',
      'settings.webhookSecret': 'invalid_type',
      'settings.other': 'unknown_field',
    });
    for (const [body, field, code] of [
      [{ settings: STRIPE }, 'provider', 'required'],
      [{ provider: 'paypal' }, 'provider', 'not_allowed'],
      [{ provider: 'stripe', settings: [] }, 'settings', 'invalid_type'],
      [{ provider: 'stripe', settings: null }, 'settings', 'required'],
      [{ provider: 'stripe' }, 'settings', 'required'],
      [{ provider: 'stripe', settings: { ...STRIPE, secretKey: 'with blank' } }, 'settings.secretKey', 'invalid_format'],
      [{ provider: 'stripe', settings: { ...STRIPE, secretKey: '••••StUv' } }, 'settings.secretKey', 'not_allowed'],
      [{ provider: 'stripe', settings: STRIPE, locationIDs: [] }, 'locationIDs', 'too_short'],
      [{ provider: 'stripe', settings: STRIPE, locationIDs: ['demo:99'] }, 'locationIDs.0', 'unknown_reference'],
      [{ provider: 'mews', settings: { ...MEWS, services: { a: 'demo:99' } } }, 'settings.services.a', 'unknown_reference'],
      [{ provider: 'mews', settings: { ...MEWS, services: { a: 5 } } }, 'settings.services.a', 'invalid_type'],
      [{ provider: 'mews', settings: { ...MEWS, services: { a: 'demo:\0' } } }, 'settings.services.a', 'invalid_format'],
      [{ provider: 'mews', settings: { ...MEWS, services: { a: 'demo:\ud800' } } }, 'settings.services.a', 'invalid_format'],
      [{ provider: 'mews', settings: { ...MEWS, services: { a: '' } } }, 'settings.services.a', 'required'],
      [{ provider: 'mews', settings: { ...MEWS, services: [] } }, 'settings.services', 'invalid_type'],
      [{ provider: 'mail', settings: { address: 'no address' } }, 'settings.address', 'invalid_format'],
      [{ provider: 'mail', settings: { address: 'a@hotel.example', user: 'ann' } }, 'settings.host', 'required'],
      [
        { provider: 'mail', settings: { address: 'a@hotel.example', host: 'imap.hotel.example', user: 'a' } },
        'settings.password',
        'required',
      ],
    ] as const) {
      const answer = await post(body);
      expect([body, answer.status, errorsOf(answer)[field]]).toEqual([body, 400, code]);
    }
  });

  it('is replaced as a whole, but for its provider and secrets that are left out or come back masked', async () => {
    const { call } = await freshGroup();
    await post({ provider: 'sendcloud', enabled: false, settings: { ...SENDCLOUD, webhookSecret: 'signing-key-77' } }, call);
    const replace = (body: object) => call('PUT', '/connections/1', { name: 'Parcels', ...body });
    const secrets = async () => (await call('GET', '/connections/1')).body.settings;
    const before = await secrets();
    expect((await replace({ provider: 'sendcloud' })).body).toMatchObject({ name: 'Parcels', enabled: true, settings: before });
    expect((await replace({ settings: before })).body.settings).toEqual(before);
    expect((await replace({ settings: { webhookSecret: null } })).body.settings).toEqual({
      publicKey: '••••cc33',
      secretKey: '••••dd44',
    });
    expect((await replace({ settings: { secretKey: 'another-key-9999' } })).body.settings.secretKey).toBe('••••9999');
    const wrong = await replace({ settings: { secretKey: '••••0000' } });
    expect([wrong.status, errorsOf(wrong)]).toEqual([400, { 'settings.secretKey': 'not_allowed' }]);
    const moved = await replace({ provider: 'easypost', settings: {} });
    expect([moved.status, errorsOf(moved)]).toEqual([400, { provider: 'not_allowed' }]);
    expect((await call('PUT', '/connections/1', {})).body.errors[0]).toMatchObject({ field: 'name', code: 'required' });
  });

  it.each([
    ['12345678', '••••5678'],
    ['pass5', '••••ass5'],
    ['1234', '••••'],
    ['a', '••••'],
  ])('shows the secret %s as %s, which keeps its value where it comes back', async (secret, shown) => {
    const { call, groupID } = await freshGroup();
    const mailbox = { address: 'found@hotel.example', host: 'imap.hotel.example', user: 'found', password: secret };
    const { body } = await post({ provider: 'mail', settings: mailbox }, call);
    expect(body.settings.password).toBe(shown);
    const again = await call('PUT', '/connections/1', { name: 'It', settings: body.settings });
    expect(again.body.settings.password).toBe(shown);
    const kept = await service.get(OpenConnections).one(groupID, 1);
    expect(kept?.settings.password).toBe(secret);
  });

  it('is changed only by who knows its version, where that is said', async () => {
    const { call } = await freshGroup();
    const { headers } = await post({ provider: 'mollie', settings: { apiKey: 'test_dHar4XY7LxsD' } }, call);
    const tag = { 'if-match': headers.get('etag')! };
    expect((await call('PUT', '/connections/1', { name: 'Money' }, tag)).status).toBe(200);
    expect((await call('PUT', '/connections/1', { name: 'More' }, tag)).body.code).toBe('precondition_failed');
    expect((await call('DELETE', '/connections/1', undefined, tag)).body.code).toBe('precondition_failed');
  });

  it('is gone with all that it knew once it is deleted, and its number is given to no other', async () => {
    const { call, groupID } = await freshGroup();
    const { body } = await post({ provider: 'stripe', settings: STRIPE }, call);
    expect((await call('DELETE', '/connections/1')).status).toBe(204);
    expect((await call('GET', '/connections/1')).status).toBe(404);
    expect((await call('DELETE', '/connections/1')).status).toBe(404);
    expect((await call('GET', '/connections')).body).toEqual([]);
    const path = new URL(body.eventsUrl).pathname.replace('/api/v2', '');
    expect((await service.as(null)('POST', path, {})).status).toBe(404);
    expect((await post({ provider: 'stripe', settings: STRIPE }, call)).body.ID).toBe(2);
    const [row] = await service.sql('select name, settings, events_key from connections where group_id = $1 and id = 1', [
      groupID,
    ]);
    expect(row).toEqual({ name: '', settings: {}, events_key: null });
  });

  it('stands alone: a Location has one enabled connection of a kind', async () => {
    const first = await post({ provider: 'sendcloud', locationIDs: [place], settings: SENDCLOUD });
    const easypost = { provider: 'easypost', settings: { apiKey: 'EZTK-12345678', webhookSecret: 'hook-12345678' } };
    for (const locationIDs of [null, [place, other]]) {
      expect((await post({ ...easypost, locationIDs })).body).toMatchObject({ status: 409, code: 'conflict' });
    }
    const beside = await post({ ...easypost, locationIDs: [other] });
    const off = await post({ ...easypost, enabled: false });
    expect([first.status, beside.status, off.status]).toEqual([201, 201, 201]);
    expect((await service.call('PUT', `/connections/${off.body.ID}`, { name: 'It' })).body.code).toBe('conflict');
    const both = await Promise.all([1, 2].map(() => post({ provider: 'stripe', settings: STRIPE })));
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('is one of 50 at most', async () => {
    const { call } = await freshGroup();
    for (let n = 0; n < 50; n++)
      await post({ provider: 'mollie', enabled: false, settings: { apiKey: 'test_dHar4XY7LxsD' } }, call);
    const more = await post({ provider: 'mollie', enabled: false, settings: { apiKey: 'test_dHar4XY7LxsD' } }, call);
    expect(more.body).toMatchObject({ status: 409, code: 'limit_reached' });
  });

  it('is told of in the audit, without its settings', async () => {
    const { call } = await freshGroup();
    await post({ provider: 'stripe', settings: STRIPE }, call);
    await call('PUT', '/connections/1', { name: 'Money', settings: { secretKey: 'sk_test_51Another' } });
    await call('PUT', '/connections/1', { name: 'Money' });
    await call('DELETE', '/connections/1');
    const entries = (await call('GET', '/audit?action=connection.changed')).body.entries;
    expect(entries.map(({ target, details }: { target: object; details: object }) => ({ target, details }))).toEqual([
      {
        target: { kind: 'connection', ID: 1 },
        details: { change: 'created', provider: 'stripe', locationIDs: null, enabled: true },
      },
      { target: { kind: 'connection', ID: 1 }, details: { change: 'updated', fields: ['name', 'settings'] } },
      { target: { kind: 'connection', ID: 1 }, details: { change: 'deleted', provider: 'stripe' } },
    ]);
  });

  it('keeps its secrets sealed', async () => {
    const { call, groupID } = await freshGroup();
    const { body } = await post({ provider: 'stripe', settings: STRIPE }, call);
    const [{ text }] = await service.sql('select string_agg(c::text, $2) as text from connections c where group_id = $1', [
      groupID,
      '|',
    ]);
    for (const secret of [...Object.values(STRIPE), body.eventsUrl.split('/').at(-1)]) {
      expect(text).not.toContain(secret);
      expect(text).not.toContain(Buffer.from(secret).toString('hex'));
    }
    expect(connectionsContext.sealed.map(({ table, column }) => `${table}.${column}`)).toEqual(['connections.secrets']);
  });
});

describe('reading now', () => {
  it('is for reservation systems and mailboxes that are switched on', async () => {
    const { call, groupID } = await freshGroup();
    await post({ provider: 'mews', settings: { ...MEWS, services: {} } }, call);
    await post({ provider: 'mollie', settings: { apiKey: 'test_dHar4XY7LxsD' } }, call);
    await post({ provider: 'mail', enabled: false, settings: { address: 'found@hotel.example' } }, call);
    await service.sql(`update connection_work set due_at = now() + interval '1 hour'`);
    expect((await call('POST', '/connections/1/sync')).status).toBe(202);
    const [due] = await service.sql('select due_at <= now() as is_due from connection_work where group_id = $1', [groupID]);
    expect(due).toEqual({ is_due: true });
    for (const id of [2, 3])
      expect((await call('POST', `/connections/${id}/sync`)).body).toMatchObject({ status: 409, code: 'conflict' });
    expect((await call('POST', '/connections/99/sync')).status).toBe(404);
  });
});
