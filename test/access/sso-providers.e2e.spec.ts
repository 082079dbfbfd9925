import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Groups } from '#contexts/groups';
import { SsoSettings } from '#contexts/sign-in';
import { createUser } from '../support/records.js';
import { serveApi, startService, type TestService } from '../support/service.js';

const CLIENT = { clientID: 'lost-and-found', clientSecret: 'a secret: of some length' };

/** What a provider does otherwise than the next one. */
interface Ways {
  /** Below its address; a part of its name. */
  path: string;
  idToken: Record<string, unknown>;
  userInfo: Record<string, unknown> | number | null;
  discovery: Record<string, unknown> | number | string;
  contentType: string;
  /** How its clock differs, in seconds. */
  clock: number;
  secret: string;
  /** How it lets the client send its secret, where that is not what its document says. */
  takes?: 'header' | 'body';
}

const USUAL: Ways = {
  path: '',
  idToken: {},
  userInfo: null,
  discovery: {},
  contentType: 'application/json',
  clock: 0,
  secret: CLIENT.clientSecret,
};

let ways: Ways;
let nonce = '';
let issuer = '';
let service: TestService;

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A provider as its maker builds it: what it leaves out and adds is in `ways`. */
const provider = createServer(async (request, response) => {
  const send = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': ways.contentType }).end(JSON.stringify(body));
  const path = request.url!.slice(ways.path.replace(/\/$/, '').length);
  if (path === '/.well-known/openid-configuration') {
    if (typeof ways.discovery === 'number') return send(ways.discovery, {});
    if (typeof ways.discovery === 'string') return response.end(ways.discovery);
    const address = issuer.replace(/\/$/, '');
    return send(200, {
      issuer,
      authorization_endpoint: `${address}/authorize`,
      token_endpoint: `${address}/token`,
      jwks_uri: `${address}/jwks`,
      ...(ways.userInfo !== null && { userinfo_endpoint: `${address}/userinfo` }),
      ...ways.discovery,
    });
  }
  if (path === '/userinfo') {
    return typeof ways.userInfo === 'number' ? send(ways.userInfo, {}) : send(200, { sub: '7', ...ways.userInfo });
  }
  if ((await secretOf(request)) !== ways.secret) return send(401, { error: 'invalid_client' });
  const now = Math.floor(Date.now() / 1000) + ways.clock;
  const claims = { iss: issuer, aud: CLIENT.clientID, sub: '7', iat: now, nbf: now, exp: now + 300, nonce, ...ways.idToken };
  const idToken = `${encoded({ alg: 'RS256' })}.${encoded(claims)}.${Buffer.from('signature').toString('base64url')}`;
  return send(200, { access_token: 'a', token_type: 'Bearer', id_token: idToken });
});

/** The secret in the header, or in the body where the provider's document says that it takes it there. */
async function secretOf(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const methods = (ways.discovery as { token_endpoint_auth_methods_supported?: string[] }).token_endpoint_auth_methods_supported;
  const isInBody = ways.takes ? ways.takes === 'body' : methods?.includes('client_secret_post');
  if (isInBody) return new URLSearchParams(Buffer.concat(chunks).toString()).get('client_secret') ?? undefined;
  const [, basic = ''] = request.headers.authorization?.split(' ') ?? [];
  return new URLSearchParams(`secret=${Buffer.from(basic, 'base64').toString().split(':')[1]}`).get('secret')!;
}

/** Signs in at a provider with these ways, in a process that knows none yet. @returns the status, and what the log has of it */
async function signIn(given: Partial<Ways> = {}, configured = (name: string) => name) {
  ways = { ...USUAL, ...given };
  issuer = `http://127.0.0.1:${(provider.address() as AddressInfo).port}${ways.path}`;
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) });
  const sso = new SsoSettings({ issuer: configured(issuer), ...CLIENT }, 'http://service.example');
  const { app, url } = await serveApi({ ...service.options, sso }, log);
  try {
    const begun = await fetch(`${url}/api/v2/auth/sso/login`, { redirect: 'manual' });
    if (begun.status !== 302) return { status: begun.status, log: lines.join() };
    const asked = new URL(begun.headers.get('location')!).searchParams;
    nonce = asked.get('nonce')!;
    const [cookie] = begun.headers.getSetCookie()[0]!.split(';');
    const back = await fetch(`${url}/api/v2/auth/sso/callback?code=x&state=${asked.get('state')}`, {
      headers: { cookie: cookie! },
    });
    return { status: back.status, log: lines.join() };
  } finally {
    await app.close();
  }
}

const [SANNE, MIA] = ['Sanne@Hotel.Example', 'mia@elsewhere.example'];

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  service = await startService();
  await service.location();
  await service.get(Groups).setSso('demo', true, ['hotel.example']);
  for (const email of [SANNE, MIA]) await createUser(service.call, email.split('@')[0]!, 'property_admin', 'demo:1', { email });
});

afterAll(async () => {
  await service?.stop();
  provider.close();
});

describe('single sign-on at providers as they are', () => {
  it.each<[string, Partial<Ways>, number]>([
    ['true in the ID token', { idToken: { email: MIA, email_verified: true } }, 200],
    ['true as a text', { idToken: { email: MIA, email_verified: 'true' } }, 200],
    ['true by userinfo, which has the email alone', { userInfo: { email: MIA, email_verified: true } }, 200],
    ['true by userinfo, of the email of the ID token', { idToken: { email: MIA }, userInfo: { email_verified: 'true' } }, 200],
    ['the one of a list', { idToken: { email: [MIA], email_verified: true } }, 200],
    ['nothing, in a domain of the Group', { idToken: { email: SANNE } }, 200],
    ['nothing by userinfo either, in a domain of the Group', { idToken: { email: SANNE }, userInfo: {} }, 200],
    ['nothing, in another domain', { idToken: { email: MIA } }, 401],
    ['nothing, in a domain that only ends alike', { idToken: { email: 'mia@not-hotel.example' } }, 401],
    ['false, in a domain of the Group', { idToken: { email: SANNE, email_verified: false } }, 401],
    ['false as a text', { idToken: { email: SANNE, email_verified: 'false' } }, 401],
    ['false by userinfo', { idToken: { email: SANNE }, userInfo: { email: SANNE, email_verified: false } }, 401],
    ['a number', { idToken: { email: MIA, email_verified: 1 } }, 401],
    ['several addresses', { idToken: { email: [SANNE, MIA], email_verified: true } }, 401],
    ['an address as a name alone', { idToken: { preferred_username: SANNE, upn: SANNE, email_verified: true } }, 401],
  ])('of an email’s proof: %s', async (_, given, status) => {
    const found = await signIn(given);
    expect(found.status).toBe(status);
    if (status === 401) expect(found.log).toContain('A sign-in did not succeed: ');
    expect(found.log).not.toMatch(/sanne|mia@/i);
  });

  it.each(['/application/o/hotel/', '/realms/hotel', '/'])('an issuer is compared to the letter: %s', async (path) => {
    const verified = { path, idToken: { email: MIA, email_verified: true } };
    expect((await signIn(verified)).status).toBe(200);
    const other = await signIn(verified, (name) => (name.endsWith('/') ? name.slice(0, -1) : `${name}/`));
    expect(other).toMatchObject({ status: 503, log: expect.stringContaining(`calls itself ${issuer}: `) });
  });

  it('the secret is sent as the provider takes it, and its clock may be off by a little', async () => {
    const verified = { idToken: { email: MIA, email_verified: true } };
    const posted = { ...verified, discovery: { token_endpoint_auth_methods_supported: ['client_secret_post'] } };
    expect((await signIn(posted)).status).toBe(200);
    // Authelia and PingOne name every way in their document, and let each client have one.
    const every = { token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'] };
    for (const takes of ['header', 'body'] as const) {
      expect((await signIn({ ...verified, discovery: every, takes })).status).toBe(200);
    }
    for (const clock of [-50, 50]) expect((await signIn({ ...verified, clock })).status).toBe(200);
    expect((await signIn({ ...verified, contentType: 'application/json; charset=UTF-8' })).status).toBe(200);
    // Keycloak and Zitadel name other audiences too; some documents name addresses that there are not.
    const audiences = { ...verified.idToken, aud: [CLIENT.clientID, 'account'], azp: CLIENT.clientID };
    expect((await signIn({ idToken: audiences })).status).toBe(200);
    expect((await signIn({ idToken: { email: SANNE }, discovery: { userinfo_endpoint: null } })).status).toBe(200);
  });

  it.each<[string, Partial<Ways>, number, string]>([
    ['no discovery document', { discovery: 404 }, 503, 'the provider answered 404 at http://127.0.0.1'],
    ['a page instead', { discovery: '<html>' }, 503, 'something other than JSON'],
    ['a wrong secret', { secret: 'another' }, 503, 'are SSO_CLIENT_ID and SSO_CLIENT_SECRET right?'],
    ['a clock that is ahead', { clock: 600 }, 503, 'compare the clocks'],
    ['a clock that is behind', { clock: -900 }, 503, 'compare the clocks'],
    ['an ID token for another client', { idToken: { aud: 'another' } }, 503, 'another client than SSO_CLIENT_ID'],
    [
      'an ID token for several clients',
      { idToken: { aud: [CLIENT.clientID, 'account'] } },
      503,
      'for several without an \\"azp\\"',
    ],
    ['an ID token of another issuer', { idToken: { iss: 'https://another.example' } }, 503, 'another issuer than SSO_ISSUER'],
    ['no email', {}, 401, 'has to send the claim \\"email\\"'],
    ['userinfo that fails', { idToken: { email: SANNE }, userInfo: 500 }, 503, 'the provider answered 500 at'],
    ['an email of nobody', { idToken: { email: 'x@hotel.example' } }, 401, 'no user of the Group has the email'],
    ['nothing said of the email', { idToken: { email: MIA } }, 401, 'admin group sso --domain'],
  ])('the log names what keeps a sign-in from succeeding: %s', async (_, given, status, text) => {
    const found = await signIn(given);
    expect(found).toMatchObject({ status, log: expect.stringContaining(text) });
    expect(found.log).not.toMatch(/@\w+\.example/);
  });
});
