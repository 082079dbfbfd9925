import { Clock } from '#platform/kernel';
import { Keyring, SealedTokens } from '#platform/secrets';
import type { AuthorizationChecks } from './identity-provider.js';

/** How long a user may take to sign in at the provider, in milliseconds. */
const SSO_STATE_LIFETIME = 10 * 60 * 1000;

/** How many sign-ins of a browser are remembered, and how long they may be together: browsers keep cookies of 4 KiB. */
const [MOST, LONGEST] = [5, 3_500];

/** A sign-in while the browser is at the provider. */
export interface SsoState extends AuthorizationChecks {
  groupCode: string | null;
  /** The page of the desk that the sign-in was begun for; null or absent where tokens are wanted. */
  returnTo?: string | null;
  /** Up to when it may be finished; 0 once it was. */
  until: number;
}

/**
 * The last sign-ins of a browser, each sealed, the newest first, in one cookie: several tabs may be at the provider at once, and Back leads
 * there again. The `state` that the provider hands back says which one is meant.
 */
export class SsoStates {
  private readonly sealed: SealedTokens;

  constructor(
    keyring: Keyring,
    private readonly clock: Clock,
  ) {
    this.sealed = new SealedTokens(keyring, 'sso-state', 'sso');
  }

  /** The cookie with one more. */
  with(cookie: string, state: Omit<SsoState, 'until'>): string {
    return this.written([{ ...state, until: this.clock.now().getTime() + SSO_STATE_LIFETIME }, ...this.read(cookie)]);
  }

  /** The cookie when the sign-in that the provider answers has ended: of it the page is left, for who goes back to this answer. */
  ended(cookie: string, query: string): string {
    const meant = this.of(cookie, query)?.state;
    return this.written(this.read(cookie).map((one) => (one.state === meant ? { ...one, until: 0 } : one)));
  }

  /** The sign-in that the provider answers, however old; null where this browser did not begin it. */
  of(cookie: string, query: string): SsoState | null {
    const state = new URLSearchParams(query).get('state');
    return this.read(cookie).find((one) => one.state === state) ?? null;
  }

  isOpen({ until }: SsoState): boolean {
    return until > this.clock.now().getTime();
  }

  private read(cookie: string): SsoState[] {
    const opened = cookie.split('.', MOST).map((one) => this.sealed.open(one));
    return opened.filter((one) => one !== null).map((one) => JSON.parse(one.toString()) as SsoState);
  }

  private written(states: readonly SsoState[]): string {
    const all = states.slice(0, MOST).map((one) => this.sealed.make(JSON.stringify(one)));
    while (all.length > 1 && all.join('.').length > LONGEST) all.pop();
    return all.join('.');
  }
}
