import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { GroupDirectory } from '#contexts/groups';
import { type UserDirectory, ValidateEmail } from '#contexts/users';
import { Database, tables } from '#platform/database';
import { Clock, DomainError } from '#platform/kernel';
import { Keyring, type Sealer } from '#platform/secrets';
import { type Place, SignIn, type Tokens } from '../sign-in.js';
import { SignInMetrics } from '../sign-in-metrics.js';
import { type AuthorizationChecks, IdentityProvider } from './identity-provider.js';

const db = tables<typeof UserDirectory | typeof GroupDirectory>();

/** How long a user may take to sign in at the provider, in milliseconds. */
export const SSO_STATE_LIFETIME = 10 * 60 * 1000;

/** The state of a sign-in, kept encrypted in a cookie while the browser is at the provider. */
interface SsoState extends AuthorizationChecks {
  groupCode: string | null;
  until: number;
}

/** Signing in at the identity provider, for Groups with single sign-on enabled (decisions.md, section 5). */
@Injectable()
export class SsoSignIn {
  private readonly states: Sealer;

  constructor(
    private readonly provider: IdentityProvider,
    private readonly signIn: SignIn,
    keyring: Keyring,
    private readonly database: Database,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
    private readonly metrics: SignInMetrics,
  ) {
    this.states = keyring.ofValuesOutside('sso-state');
  }

  /** @param groupCode the Group, needed if users of several Groups have the same email */
  async begin(groupCode: string | null): Promise<{ url: string; state: string }> {
    const { url, checks } = await this.provider.begin();
    const state: SsoState = { ...checks, groupCode, until: this.clock.now().getTime() + SSO_STATE_LIFETIME };
    return { url: url.href, state: this.states.seal(JSON.stringify(state), 'sso').toString('base64url') };
  }

  /**
   * @param query the query string of the callback, with its question mark
   * @throws DomainError `invalid_credentials` unless exactly one user of a Group with single sign-on has the verified email
   */
  async finish(query: string, state: string | null, place: Place): Promise<Tokens> {
    this.provider.assertConfigured();
    const opened = this.open(state);
    const email = opened && (await this.provider.verifiedEmail(query, opened));
    const user = email && (await this.userOf(email, opened.groupCode));
    if (!user) throw this.failed();
    const tokens = await this.signIn.enter({ ...user, passwordHash: null }, place);
    if (!tokens) throw this.failed();
    await this.commands.execute(new ValidateEmail(user.groupID, user.userID, email));
    return tokens;
  }

  private open(state: string | null): SsoState | null {
    if (state === null) return null;
    try {
      const opened = JSON.parse(this.states.open(Buffer.from(state, 'base64url'), 'sso').toString()) as SsoState;
      return opened.until > this.clock.now().getTime() ? opened : null;
    } catch {
      return null;
    }
  }

  /** The only user with this email; null when there is none, or several and no Group is given. */
  private async userOf(email: string, groupCode: string | null): Promise<{ groupID: number; userID: number } | null> {
    const found = await this.database.query(
      db
        .selectFrom('user_directory')
        .innerJoin('group_directory', 'group_directory.id', 'user_directory.group_id')
        .select(['user_directory.group_id as groupID', 'user_directory.id as userID'])
        .where('group_directory.sso', '=', true)
        .where(sql`lower(user_directory.email)`, '=', email.toLowerCase())
        .$if(groupCode !== null, (query) => query.where('group_directory.code', '=', groupCode!))
        .limit(2),
    );
    return found.length === 1 ? found[0]! : null;
  }

  private failed(): DomainError {
    this.metrics.failed('sso');
    return new DomainError('unauthenticated', 'invalid_credentials', 'Single sign-on failed.');
  }
}
