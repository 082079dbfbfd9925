import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { locationStream } from '#contexts/locations';
import { regionStream, userStream } from '#contexts/users';
import { EventStore } from '#platform/event-store';
import { bearerToken, type CallerResolver } from '#platform/http';
import { type Caller, DomainError } from '#platform/kernel';
import { AccessTokens } from './tokens/access-tokens.js';
import { ApiTokens } from './tokens/api-tokens.js';
import { TokenUse } from './tokens/token-use.js';
import { UserCallers } from './user-callers.js';

/** What was revoked takes effect within 5 seconds (decisions.md, section 5): what was read may be used for 4. */
const FRESH = 4_000;

/** Records whose events change who may do what where. */
const ACCESS_STREAMS: ReadonlySet<string> = new Set([userStream, regionStream, locationStream].map(({ type }) => type));

/** More than any token the service makes; longer ones are not looked at. */
const LONGEST = 2_000;

type Known = Omit<Caller, 'requestID'>;

/** Turns a bearer token into the caller; each process asks the database once in four seconds for each token in use. */
@Injectable()
export class BearerResolver implements CallerResolver {
  private readonly known: LRUCache<string, Known>;
  /** Begins the keys; with each change of access what was known counts no more, not even what is being read just now. */
  private age = 0;

  constructor(
    private readonly apiTokens: ApiTokens,
    private readonly accessTokens: AccessTokens,
    private readonly users: UserCallers,
    private readonly use: TokenUse,
    store: EventStore,
  ) {
    this.known = new LRUCache<string, Known>({
      max: 10_000,
      ttl: FRESH,
      fetchMethod: async (key, _stale, { options }) => {
        const token = key.slice(key.indexOf(' ') + 1);
        const asked = performance.now();
        const found = token.startsWith('lf_') ? await this.integration(token) : await this.user(token);
        options.ttl = Math.max(1, (found?.lives ?? FRESH) - (performance.now() - asked));
        return found?.caller;
      },
    });
    // Whoever changes access sees it changed at once where it asked; other processes follow in time.
    store.onCommitted(({ events }) => {
      if (events.some(({ stream }) => ACCESS_STREAMS.has(stream.type))) this.age++;
    });
  }

  async resolve(authorizationHeader: string | undefined, requestID: string): Promise<Caller> {
    const token = bearerToken(authorizationHeader);
    if (!token) throw unauthenticated('A bearer token is required.');
    const caller = token.length > LONGEST ? undefined : await this.known.fetch(`${this.age} ${token}`);
    if (!caller) throw unauthenticated('The token is unknown or no longer valid.');
    if (caller.actor.type === 'integration') this.use.note(caller.group.id, caller.actor.tokenID);
    return { ...caller, requestID };
  }

  private async integration(token: string): Promise<{ caller: Known; lives: number } | null> {
    const recognised = await this.apiTokens.recognise(token);
    if (!recognised) return null;
    const { group, tokenID, role } = recognised;
    return {
      caller: { group, actor: { type: 'integration', tokenID }, role, scope: { all: true } },
      lives: FRESH,
    };
  }

  private async user(token: string): Promise<{ caller: Known; lives: number } | null> {
    const subject = await this.accessTokens.read(token);
    const caller = subject && (await this.users.of(subject));
    return caller && { caller, lives: Math.min(FRESH, subject.lives) };
  }
}

function unauthenticated(message: string): DomainError {
  return new DomainError('unauthenticated', 'unauthenticated', message);
}
