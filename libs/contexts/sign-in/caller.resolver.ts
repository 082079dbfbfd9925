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

/** A revocation takes effect within 5 seconds (decisions.md, section 5), so callers are cached for 4; in milliseconds. */
const CACHE_TTL = 4_000;

/** Streams whose events change the access of callers. */
const ACCESS_STREAMS: ReadonlySet<string> = new Set([userStream, regionStream, locationStream].map(({ type }) => type));

/** Longer than any token the service issues; longer ones are rejected unread. */
const MAX_TOKEN_LENGTH = 2_000;

type KnownCaller = Omit<Caller, 'requestID'>;

/** Turns a bearer token into the caller; each process queries the database once in four seconds for each token in use. */
@Injectable()
export class BearerResolver implements CallerResolver {
  private readonly known: LRUCache<string, KnownCaller>;
  /** Prefix of the cache keys: each change of access invalidates all entries, including those being read. */
  private generation = 0;

  constructor(
    private readonly apiTokens: ApiTokens,
    private readonly accessTokens: AccessTokens,
    private readonly users: UserCallers,
    private readonly use: TokenUse,
    store: EventStore,
  ) {
    this.known = new LRUCache<string, KnownCaller>({
      max: 10_000,
      ttl: CACHE_TTL,
      fetchMethod: async (key, _stale, { options }) => {
        const token = key.slice(key.indexOf(' ') + 1);
        const asked = performance.now();
        const found = token.startsWith('lf_') ? await this.integration(token) : await this.user(token);
        options.ttl = Math.max(1, (found?.lives ?? CACHE_TTL) - (performance.now() - asked));
        return found?.caller;
      },
    });
    // The process that changed access applies the change at once; the others when their cache expires.
    store.onCommitted(({ events }) => {
      if (events.some(({ stream }) => ACCESS_STREAMS.has(stream.type))) this.generation++;
    });
  }

  async resolve(authorizationHeader: string | undefined, requestID: string): Promise<Caller> {
    const token = bearerToken(authorizationHeader);
    if (!token) throw unauthenticated('A bearer token is required.');
    const caller = token.length > MAX_TOKEN_LENGTH ? undefined : await this.known.fetch(`${this.generation} ${token}`);
    if (!caller) throw unauthenticated('The token is unknown or no longer valid.');
    if (caller.actor.type === 'integration') this.use.note(caller.group.id, caller.actor.tokenID);
    return { ...caller, requestID };
  }

  private async integration(token: string): Promise<{ caller: KnownCaller; lives: number } | null> {
    const recognised = await this.apiTokens.recognise(token);
    if (!recognised) return null;
    const { group, tokenID, role } = recognised;
    return {
      caller: { group, actor: { type: 'integration', tokenID }, role, scope: { all: true } },
      lives: CACHE_TTL,
    };
  }

  private async user(token: string): Promise<{ caller: KnownCaller; lives: number } | null> {
    const subject = await this.accessTokens.read(token);
    const caller = subject && (await this.users.of(subject));
    return caller && { caller, lives: Math.min(CACHE_TTL, subject.lives) };
  }
}

function unauthenticated(message: string): DomainError {
  return new DomainError('unauthenticated', 'unauthenticated', message);
}
