import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Groups } from '#contexts/groups';
import { ApiTokens, SsoSettings } from '#contexts/sign-in';
import { checkedFetch } from '../support/contract.js';
import { createLocation, createUser } from '../support/records.js';
import { startService, type TestGroup, type TestService } from '../support/service.js';
import { browse, CLIENT, type Cookies, sent, startIdentityProvider } from './identity-provider.js';

let provider: Awaited<ReturnType<typeof startIdentityProvider>>;
let service: TestService;

const addUser = ({ call }: TestGroup, username: string, email: string, group = 'demo') =>
  createUser(call, username, 'property_admin', `${group}:1`, { email });
const signIn = (username: string, query = '') => browse(`${service.url}/api/v2/auth/sso/login${query}`, username);

async function whoSigns(username: string, query = '') {
  const { status, body } = await signIn(username, query);
  expect(status).toBe(200);
  return (await service.as(JSON.parse(body).accessToken)('GET', '/me')).body.user;
}

beforeAll(async () => {
  provider = await startIdentityProvider();
  const sso = new SsoSettings({ issuer: provider.issuer, ...CLIENT }, '');
  service = await startService({ sso });
  Object.assign(sso, { publicUrl: service.url });
  provider.serve(service.url);
  await service.location();
  await service.get(Groups).setSso('demo', true);
});

afterAll(async () => {
  await service?.stop();
  await provider?.stop();
});

describe('single sign-on', () => {
  it('signs the user in whose verified email it is, and takes the email for validated', async () => {
    const user = await addUser(service, 'sanne', 'Sanne@example.com');
    const answer = await signIn('sanne');
    expect(answer.status).toBe(200);
    const { accessToken, tokenType } = JSON.parse(answer.body);
    expect(tokenType).toBe('Bearer');
    const own = await service.as(accessToken)('GET', `/users/${user.ID}`);
    expect(own.body).toMatchObject({ username: 'sanne', email_validated: true, lastLoginAt: expect.any(String) });
  });

  it('refuses an email that is not verified, nobody’s, or of a Group that is not bound', async () => {
    await addUser(service, 'newcomer', 'newcomer@example.com');
    const other = await service.group('other');
    await createLocation(other.call);
    await addUser(other, 'mia', 'mia@example.com', 'other');
    for (const username of ['newcomer', 'nobody', 'mia']) {
      const { status, body } = await signIn(username);
      expect([username, status, JSON.parse(body).code]).toEqual([username, 401, 'invalid_credentials']);
    }
  });

  it('needs the Group where an email stands in several', async () => {
    const second = await service.group('second');
    await createLocation(second.call);
    await service.get(Groups).setSso('second', true);
    await addUser(service, 'noah', 'noah@example.com');
    await addUser(second, 'noah.second', 'noah@example.com', 'second');
    expect((await signIn('noah')).status).toBe(401);
    expect((await signIn('noah', '?group=second')).status).toBe(200);
  });

  it('lets no entry of another Group break a sign-in, nor catch one', async () => {
    // Sanne has signed in before; the rival enters her address, and that of somebody whom nobody has yet.
    const rival = await service.group('rival');
    await createLocation(rival.call);
    await service.get(Groups).setSso('rival', true);
    await addUser(rival, 'rival-sanne', 'sanne@example.com', 'rival');
    await addUser(rival, 'rival-future', 'future@example.com', 'rival');
    expect((await whoSigns('sanne')).username).toBe('sanne');
    expect((await signIn('future')).status).toBe(401);
    await addUser(service, 'future', 'future@example.com');
    expect((await signIn('future')).status).toBe(401);
    expect((await whoSigns('future', '?group=demo')).username).toBe('future');
    expect((await whoSigns('future')).username).toBe('future');
  });

  it('keeps the addresses of a domain to the Group that has proven it', async () => {
    await service.get(Groups).setSso('demo', true, ['Example.COM']);
    await expect(service.get(Groups).setSso('rival', true, ['example.com'])).rejects.toMatchObject({ code: 'conflict' });
    await expect(service.get(Groups).setSso('rival', true, ['nothing'])).rejects.toMatchObject({ code: 'validation_failed' });
    await addUser(service, 'proven', 'proven@example.com');
    const rival = await service.get(Groups).byCode('rival');
    const { token } = await service.get(ApiTokens).create(rival.id);
    await createUser(service.as(token), 'rival-proven', 'property_admin', 'rival:1', { email: 'proven@example.com' });
    expect((await signIn('proven', '?group=rival')).status).toBe(401);
    expect((await whoSigns('proven')).username).toBe('proven');
  });

  it('takes no answer of the provider that this browser did not ask for', async () => {
    const { url } = await signIn('sanne');
    expect((await checkedFetch(url)).status).toBe(401);
    expect((await checkedFetch(`${service.url}/api/v2/auth/sso/callback`)).status).toBe(401);
    expect(
      (
        await checkedFetch(`${service.url}/api/v2/auth/sso/callback?code=x&state=y`, {
          headers: { cookie: 'lost_and_found_sso=zzz' },
        })
      ).status,
    ).toBe(401);
  });

  it('takes no code, state or cookie of another browser’s sign-in, and each code once', async () => {
    await addUser(service, 'victim', 'victim@example.com');
    await addUser(service, 'thief', 'thief@example.com');
    /** A browser whose user has signed in at the provider and is about to return. */
    const returning = async (username: string) => {
      const cookies: Cookies = new Map();
      const { url } = await browse(`${service.url}/api/v2/auth/sso/login`, username, { stopAt: '/sso/callback', cookies });
      return { url: new URL(url), cookies };
    };
    const back = async (url: URL, cookies: Cookies) => (await fetch(url, { headers: { cookie: sent(cookies) } })).status;
    const [victim, thief] = [await returning('victim'), await returning('thief')];
    const withOf = (name: 'code' | 'state') => {
      const url = new URL(victim.url);
      url.searchParams.set(name, thief.url.searchParams.get(name)!);
      return url;
    };
    expect(victim.url.searchParams.get('code')).not.toBe(thief.url.searchParams.get('code'));
    // The thief's answer in the victim's browser would sign the victim in as the thief, and the other way round.
    expect(await back(thief.url, victim.cookies)).toBe(401);
    expect(await back(withOf('state'), victim.cookies)).toBe(401);
    expect(await back(withOf('code'), victim.cookies)).toBe(401);
    const again = await returning('victim');
    expect([await back(again.url, again.cookies), await back(again.url, again.cookies)]).toEqual([200, 401]);
  });

  it('ends at the desk where it was begun, with the cookie instead of tokens', async () => {
    await addUser(service, 'dana', 'dana@example.com');
    const cookies: Cookies = new Map();
    const begin = (page: string) => `${service.url}/api/v2/auth/sso/login?returnTo=${encodeURIComponent(page)}`;
    const { status, url } = await browse(begin('/desk/items/318?from=mail'), 'dana', { stopAt: '/desk', cookies });
    expect([status, url]).toEqual([302, `${service.url}/desk/items/318?from=mail`]);
    const refreshed = await service.as(null)('POST', '/desk/session/refresh', undefined, {
      cookie: `lost_and_found_desk=${cookies.get('lost_and_found_desk')}`,
      'x-desk': '1',
    });
    expect([refreshed.status, refreshed.body.user.username]).toEqual([200, 'dana']);
    const failed = await browse(begin('/desk'), 'nobody', { stopAt: '/desk' });
    expect(failed.url).toBe(`${service.url}/desk?error=invalid_credentials`);
    for (const page of ['/lost/demo:1', '//evil.example', 'https://evil.example/desk', '/desktop', '/desk\\@evil.example']) {
      const answer = await checkedFetch(begin(page), { redirect: 'manual' });
      expect([page, answer.status]).toEqual([page, 400]);
    }
  });

  it('goes on in each tab that began it, and where Back leads to it again', async () => {
    await addUser(service, 'tessa', 'tessa@example.com');
    const cookies: Cookies = new Map();
    const begin = (page: string) => `${service.url}/api/v2/auth/sso/login?returnTo=${encodeURIComponent(page)}`;
    const atProvider = async (page: string) => (await browse(begin(page), 'tessa', { stopAt: '/sso/callback', cookies })).url;
    const back = (url: string) => browse(url, 'tessa', { stopAt: '/desk', cookies });
    const [first, second] = [await atProvider('/desk/find?q=red%20bag'), await atProvider('/desk')];
    // A page that only asks whether there is a provider begins nothing.
    const asked = await checkedFetch(begin('/desk'), { method: 'HEAD', redirect: 'manual', headers: { cookie: sent(cookies) } });
    expect([asked.status, asked.headers.getSetCookie()]).toEqual([302, []]);
    expect((await back(first)).url).toBe(`${service.url}/desk/find?q=red%20bag`);
    expect((await back(second)).url).toBe(`${service.url}/desk`);
    expect((await back(first)).url).toBe(`${service.url}/desk?error=invalid_credentials`);
    // Sign-ins that were given up fill no cookie.
    const last = [];
    for (let time = 0; time < 8; time++) last.push(await atProvider(`/desk/find?q=${'long-'.repeat(60)}`));
    expect(cookies.get('lost_and_found_sso')!.length).toBeLessThan(3_500);
    expect((await back(last.at(-2)!)).url).toContain('/desk/find?q=long-');
    expect((await back(first)).status).toBe(401);
  });

  it('is not there without a provider', async () => {
    const without = await startService();
    try {
      expect((await checkedFetch(`${without.url}/api/v2/auth/sso/login`, { redirect: 'manual' })).status).toBe(404);
      expect((await checkedFetch(`${without.url}/api/v2/auth/sso/callback`)).status).toBe(404);
    } finally {
      await without.stop();
    }
  });
});
