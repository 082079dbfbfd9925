import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ValidateEmail } from '#contexts/users';
import { Clock, DomainError } from '#platform/kernel';
import { Keyring, SealedTokens } from '#platform/secrets';
import { type ClientOrigin, SignIn, type Tokens } from '../sign-in.js';
import { SignInMetrics } from '../sign-in-metrics.js';
import { type AuthorizationChecks, IdentityProvider } from './identity-provider.js';
import { SsoUsers } from './sso-users.js';

/** How long a user may take to sign in at the provider, in milliseconds. */
export const SSO_STATE_LIFETIME = 10 * 60 * 1000;

/** The state of a sign-in, kept encrypted in a cookie while the browser is at the provider. */
interface SsoState extends AuthorizationChecks {
  groupCode: string | null;
  /** The page of the desk that the sign-in was begun for; null or absent where tokens are wanted. */
  returnTo?: string | null;
  until: number;
}

/** Signing in at the identity provider, for Groups with single sign-on enabled (decisions.md, section 5). */
@Injectable()
export class SsoSignIn {
  private readonly states: SealedTokens;

  constructor(
    private readonly provider: IdentityProvider,
    private readonly signIn: SignIn,
    keyring: Keyring,
    private readonly users: SsoUsers,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly metrics: SignInMetrics,
  ) {
    this.states = new SealedTokens(keyring, 'sso-state', 'sso');
  }

  /**
   * @param groupCode the Group, needed where it can't be told otherwise which one is meant
   * @param returnTo the page of the desk that the browser goes back to; null where tokens are wanted
   */
  async begin(groupCode: string | null, returnTo: string | null): Promise<{ url: string; state: string }> {
    const { url, checks } = await this.provider.begin();
    const state: SsoState = { ...checks, groupCode, returnTo, until: this.clock.now().getTime() + SSO_STATE_LIFETIME };
    return { url: url.href, state: this.states.make(JSON.stringify(state)) };
  }

  /** The page of the desk that a sign-in was begun for; null where tokens are wanted, or the state is not known. */
  returnTo(state: string | null): string | null {
    return this.open(state)?.returnTo ?? null;
  }

  /**
   * @param query the query string of the callback, with its question mark
   * @throws DomainError `invalid_credentials` unless the owner of the email is known
   */
  async finish(query: string, state: string | null, origin: ClientOrigin): Promise<Tokens> {
    this.provider.assertConfigured();
    const opened = this.open(state);
    if (!opened) throw this.failed('it was begun in another browser, or too long ago');
    const stated = await this.provider.email(query, opened);
    if (!stated) throw this.failed();
    const user = await this.users.of(stated, opened.groupCode);
    if (typeof user === 'string') {
      this.signIn.refused(null, origin, { way: 'sso', reason: 'unknown' });
      throw this.failed(user);
    }
    const tokens = await this.signIn.enter({ ...user, passwordHash: null }, origin, 'sso');
    if (!tokens) throw this.failed('the user is disabled');
    await this.commands.execute(new ValidateEmail(user.groupID, user.userID, stated.email, origin.address));
    return tokens;
  }

  private open(state: string | null): SsoState | null {
    const content = state === null ? null : this.states.open(state);
    const opened = content && (JSON.parse(content.toString()) as SsoState);
    return opened && opened.until > this.clock.now().getTime() ? opened : null;
  }

  /** @param reason for the log; absent where it is there already */
  private failed(reason?: string): DomainError {
    if (reason !== undefined) this.provider.refused(reason);
    this.metrics.failed('sso');
    return new DomainError('unauthenticated', 'invalid_credentials', 'Single sign-on failed.');
  }
}
