import { Injectable, Logger } from '@nestjs/common';
import * as oidc from 'openid-client';
import { NotFound, Unavailable } from '#platform/kernel';
import { faultOf, isUnknownClient, OtherIssuer } from './provider-faults.js';
import { SsoSettings } from './sso-settings.js';
import { isStated, type StatedEmail, statedEmail } from './stated-email.js';

/** Seconds by which the provider's clock may be off. */
const CLOCK_TOLERANCE = 60;

/** Values that must match when the browser returns from the provider. */
export interface AuthorizationChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** OpenID Connect with the configured provider: authorization code and PKCE. */
@Injectable()
export class IdentityProvider {
  private readonly log = new Logger('SingleSignOn');
  private discovered: Promise<oidc.Configuration> | undefined;
  /** A document names all ways in which a provider takes secrets, of which it may allow this client but one. */
  private readonly secret = { isOther: false };

  constructor(private readonly settings: SsoSettings) {}

  /** @throws NotFound when there is no provider */
  assertConfigured(): void {
    if (!this.settings.provider) throw new NotFound('Single sign-on');
  }

  /** The URL to redirect the browser to, and the checks for its return. @throws NotFound when there is no provider; Unavailable */
  async begin(): Promise<{ url: URL; checks: AuthorizationChecks }> {
    const provider = await this.provider();
    const checks = {
      state: oidc.randomState(),
      nonce: oidc.randomNonce(),
      codeVerifier: oidc.randomPKCECodeVerifier(),
    };
    const url = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: this.callback,
      scope: 'openid email',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
      code_challenge_method: 'S256',
    });
    return { url, checks };
  }

  /**
   * The email that the provider names.
   * @param query the query string of the callback, with its question mark
   * @returns null when the provider refused, a check fails, or it names none; the log says why
   * @throws Unavailable where nobody could sign in
   */
  async email(query: string, { state, nonce, codeVerifier }: AuthorizationChecks): Promise<StatedEmail | null> {
    const provider = await this.provider();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true };
    const found = await this.asking(async () => {
      const grant = () => oidc.authorizationCodeGrant(provider, new URL(this.callback + query), checks);
      const tokens = await grant().catch((error) => {
        if (!isUnknownClient(error) || !takesBoth(provider.serverMetadata())) throw error;
        return this.otherwise(grant, error);
      });
      const claims = { ...tokens.claims()! };
      const asks = !isStated(claims) && Boolean(provider.serverMetadata().userinfo_endpoint);
      return { claims, more: asks ? await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub) : {} };
    });
    const stated = found && statedEmail(found.claims, found.more);
    if (found && !stated) this.refused('the provider names no email: it has to send the claim "email", with one address');
    return stated;
  }

  /** Says in the log why a sign-in did not succeed. */
  refused(reason: string): void {
    this.log.warn(`A sign-in did not succeed: ${reason}.`);
  }

  private get callback(): string {
    return `${this.settings.publicUrl}/api/v2/auth/sso/callback`;
  }

  /** The grant with the secret sent the other way, which is kept where it helps. @throws the first error where it does not */
  private async otherwise<T>(grant: () => Promise<T>, first: unknown): Promise<T> {
    const { isOther } = this.secret;
    this.secret.isOther = !isOther;
    try {
      return await grant();
    } catch {
      this.secret.isOther = isOther;
      throw first;
    }
  }

  /** The provider's discovery document, read once; after a failure the next call tries again. */
  private async provider(): Promise<oidc.Configuration> {
    const { provider } = this.settings;
    if (!provider) throw new NotFound('Single sign-on');
    this.discovered ??= discover(provider, this.secret);
    const { discovered } = this;
    try {
      return await discovered;
    } catch (error) {
      if (this.discovered === discovered) this.discovered = undefined;
      throw this.outage(faultOf(error).reason);
    }
  }

  /** @returns null for a refusal @throws Unavailable; the log has the reason of both */
  private async asking<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      const { reason, isOutage } = faultOf(error);
      if (isOutage) throw this.outage(reason);
      this.refused(reason);
      return null;
    }
  }

  private outage(reason: string): Unavailable {
    this.log.error(`Nobody can sign in at the identity provider: ${reason}.`);
    return new Unavailable('identity_provider', 'The identity provider is not available.');
  }
}

type Provider = NonNullable<SsoSettings['provider']>;

/** Reads the provider's discovery document, as the first sign-in would. @throws Error saying in words why that does not work */
export async function discoverProvider(provider: Provider): Promise<void> {
  await discover(provider).catch((error) => {
    throw new Error(faultOf(error).reason);
  });
}

/** The library takes addresses that differ by a slash for one, and leaves out the comparison for some providers. */
async function discover({ issuer, clientID, clientSecret }: Provider, secret = { isOther: false }): Promise<oidc.Configuration> {
  const address = new URL(issuer);
  // Without TLS only if the operator configured an http: address, as for a provider on this machine.
  const execute = address.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
  const client = { client_secret: clientSecret, [oidc.clockTolerance]: CLOCK_TOLERANCE };
  const found = await oidc.discovery(address, clientID, client, sending(secret), { execute });
  const { issuer: named } = found.serverMetadata();
  if (named !== issuer) throw new OtherIssuer(issuer, named);
  return found;
}

const [post, basic] = [oidc.ClientSecretPost(), oidc.ClientSecretBasic()];

/** Whether the provider takes secrets in the body and in the header, though perhaps not of each client. */
function takesBoth({ token_endpoint_auth_methods_supported: methods = [] }: oidc.ServerMetadata): boolean {
  return ['client_secret_post', 'client_secret_basic'].every((method) => methods.includes(method));
}

/** Sends the secret as the provider says that it takes it: in the body, else in the header, or the other way. */
function sending(secret: { isOther: boolean }): oidc.ClientAuth {
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    (methods.includes('client_secret_post') === secret.isOther ? basic : post)(server, ...rest);
  };
}
