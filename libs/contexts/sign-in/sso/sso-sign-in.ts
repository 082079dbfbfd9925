import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { ValidateEmail } from '#contexts/users';
import { Clock, DomainError } from '#platform/kernel';
import { Keyring } from '#platform/secrets';
import { type ClientOrigin, SignIn, type Tokens } from '../sign-in.js';
import { SignInMetrics } from '../sign-in-metrics.js';
import { IdentityProvider } from './identity-provider.js';
import { SsoStates } from './sso-states.js';
import { SsoUsers } from './sso-users.js';

/** Signing in at the identity provider, for Groups with single sign-on enabled (decisions.md, section 5). */
@Injectable()
export class SsoSignIn {
  /** The sign-ins that a browser has begun, in its cookie. */
  readonly states: SsoStates;

  constructor(
    private readonly provider: IdentityProvider,
    private readonly signIn: SignIn,
    keyring: Keyring,
    private readonly users: SsoUsers,
    private readonly commands: CommandBus,
    clock: Clock,
    private readonly metrics: SignInMetrics,
  ) {
    this.states = new SsoStates(keyring, clock);
  }

  /**
   * @param cookie what the browser has begun before
   * @param groupCode the Group, needed where it can't be told otherwise which one is meant
   * @param returnTo the page of the desk that the browser goes back to; null where tokens are wanted
   */
  async begin(cookie: string, groupCode: string | null, returnTo: string | null): Promise<{ url: string; cookie: string }> {
    const { url, checks } = await this.provider.begin();
    return { url: url.href, cookie: this.states.with(cookie, { ...checks, groupCode, returnTo }) };
  }

  /** @throws NotFound without a provider */
  assertConfigured(): void {
    this.provider.assertConfigured();
  }

  /**
   * @param query the query string of the callback, with its question mark
   * @throws DomainError `invalid_credentials` unless the owner of the email is known
   */
  async finish(query: string, cookie: string, origin: ClientOrigin): Promise<Tokens> {
    const opened = this.states.of(cookie, query);
    if (!opened) throw this.failed('it was begun in another browser');
    if (!this.states.isOpen(opened)) throw this.failed('it has ended before, or was begun too long ago');
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

  /** @param reason for the log; absent where it is there already */
  private failed(reason?: string): DomainError {
    if (reason !== undefined) this.provider.refused(reason);
    this.metrics.failed('sso');
    return new DomainError('unauthenticated', 'invalid_credentials', 'Single sign-on failed.');
  }
}
