import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

export const CLIENT = { clientID: 'lost-and-found', clientSecret: 'a secret of some length' };

/** A real OpenID Connect provider; whoever signs in as `x` has the email `x@example.com`, verified unless x begins with `new`. */
export async function startIdentityProvider() {
  let provider: Provider | undefined;
  const server: Server = createServer((request, response) => void provider!.callback()(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    /** Lets the service at this address send its users here. */
    serve: (publicUrl: string) => {
      provider = new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT.clientID,
            client_secret: CLIENT.clientSecret,
            redirect_uris: [`${publicUrl}/api/v2/auth/sso/callback`],
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'] },
        cookies: { keys: ['spec'] },
        pkce: { required: () => true },
        findAccount: (_context, sub) => ({
          accountId: sub,
          claims: () => ({ sub, email: `${sub}@example.com`, email_verified: !sub.startsWith('new') }),
        }),
      });
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

/** A browser's cookies by name. */
export type Cookies = Map<string, string>;

/** The header with which a browser sends its cookies. */
export const sent = (cookies: Cookies) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

/**
 * A browser: follows redirects, keeps cookies and fills the provider's forms in.
 * @param stopAt a part of the address that is not opened any more
 * @returns the last answer; where it stopped, that address
 */
export async function browse(
  start: string,
  username: string,
  { stopAt, cookies = new Map() }: { stopAt?: string; cookies?: Cookies } = {},
): Promise<{ status: number; url: string; body: string }> {
  let [url, form]: [string, URLSearchParams | undefined] = [start, undefined];
  for (let step = 0; step < 20; step++) {
    const response: Response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      body: form,
      redirect: 'manual',
      headers: { cookie: sent(cookies), accept: 'text/html,*/*;q=0.8' },
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie)!;
      cookies.set(name!, value!);
    }
    const [location, body] = [response.headers.get('location'), await response.text()];
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(body) ?? [];
    if (stopAt !== undefined && location?.includes(stopAt)) return { status: response.status, url: location, body };
    if (location !== null) [url, form] = [new URL(location, url).href, undefined];
    else if (action !== undefined) {
      const prompt = /name="prompt" value="(\w+)"/.exec(body)![1]!;
      [url, form] = [new URL(action, url).href, new URLSearchParams({ prompt, login: username, password: 'x' })];
    } else return { status: response.status, url, body };
  }
  throw new Error(`Too many steps; the last was ${url}`);
}
