import { Injectable } from '@nestjs/common';
import * as oidc from 'openid-client';
import { NotFound, Unavailable } from '#platform/kernel';
import { SsoSettings } from './sso-settings.js';

/** Values that must match when the browser returns from the provider. */
export interface AuthorizationChecks {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** OpenID Connect with the configured provider: authorization code and PKCE. */
@Injectable()
export class IdentityProvider {
  private discovered: Promise<oidc.Configuration> | undefined;

  constructor(private readonly settings: SsoSettings) {}

  /** @throws NotFound when there is no provider */
  assertConfigured(): void {
    if (!this.settings.provider) throw new NotFound('Single sign-on');
  }

  /** The URL to redirect the browser to, and the checks for its return. @throws NotFound when there is no provider */
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
   * The email that the provider has verified.
   * @param query the query string of the callback, with its question mark
   * @returns null when the provider refused, a check fails, or the email is not verified
   */
  async verifiedEmail(query: string, { state, nonce, codeVerifier }: AuthorizationChecks): Promise<string | null> {
    const provider = await this.provider();
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true };
    try {
      const tokens = await oidc.authorizationCodeGrant(provider, new URL(this.callback + query), checks);
      const claims = { ...tokens.claims()! };
      const known =
        typeof claims.email === 'string' ? claims : await oidc.fetchUserInfo(provider, tokens.access_token, claims.sub);
      return known.email_verified === true && typeof known.email === 'string' ? known.email : null;
    } catch (error) {
      if (PROVIDER_FAILURES.includes((error as { code?: unknown }).code)) throw unavailable();
      return null;
    }
  }

  private get callback(): string {
    return `${this.settings.publicUrl}/api/v2/auth/sso/callback`;
  }

  /** The provider's discovery document, read once; after a failure the next call tries again. */
  private async provider(): Promise<oidc.Configuration> {
    const { provider } = this.settings;
    if (!provider) throw new NotFound('Single sign-on');
    const issuer = new URL(provider.issuer);
    // Without TLS only if the operator configured an http: address, as for a provider on this machine.
    const execute = issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : [];
    this.discovered ??= oidc.discovery(issuer, provider.clientID, provider.clientSecret, undefined, { execute });
    try {
      return await this.discovered;
    } catch {
      this.discovered = undefined;
      throw unavailable();
    }
  }
}

/** Error codes of an unreachable or broken provider; any other error is a refusal or a forged callback. */
const PROVIDER_FAILURES: readonly unknown[] = [undefined, 'OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM'];

function unavailable(): Unavailable {
  return new Unavailable('identity_provider', 'The identity provider is not available.');
}
