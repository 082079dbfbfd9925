import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { locationStream } from '#contexts/locations';
import { regionStream, userStream } from '#contexts/users';
import { Semaphore, SharedSemaphore } from '#platform/concurrency';
import { EventStore } from '#platform/event-store';
import { bearerToken, type CallerResolver, type Client, clientAddress, clientNetwork, RateLimited } from '#platform/http';
import { type Caller, DomainError, Unavailable } from '#platform/kernel';
import { RefusedCalls } from '#platform/limits';
import { AccessTokens } from './tokens/access-tokens.js';
import { ApiTokenCallers } from './tokens/api-token-callers.js';
import { ApiTokens } from './tokens/api-tokens.js';
import { TokenUse } from './tokens/token-use.js';
import { UserCallers } from './user-callers.js';

/** A revocation takes effect within 5 seconds (decisions.md, section 5), so callers are cached for 4; in milliseconds. */
const CACHE_TTL = 4_000;

/** Streams with events that change the access of callers. */
const ACCESS_STREAMS: ReadonlySet<string> = new Set([userStream, regionStream, locationStream].map(({ type }) => type));

const API_TOKEN = 'lf_';
/** Longer than any token the service issues; longer ones are rejected unread. */
const MAX_TOKEN_LENGTH = 2_000;

/** Maximum tokens of a throttled network waiting to be looked up, and milliseconds to wait. */
const [MOST_WAITING, LONGEST_WAIT] = [20, 5_000];

type KnownCaller = Omit<Caller, 'requestID'>;

interface Known {
  caller: KnownCaller;
  /** The change of access that was the latest when reading began. */
  asOf: number;
}

/** Turns a bearer token into the caller; each process queries the database once in four seconds for each token in use. */
@Injectable()
export class BearerResolver implements CallerResolver {
  private readonly known: LRUCache<string, Known>;
  /** API tokens that stand for nobody, apart from the others so that they do not crowd them out. */
  private readonly unknown = new LRUCache<string, true>({ max: 1_000, ttl: CACHE_TTL });
  /** API tokens that were good lately: their callers wait for no turn. */
  private readonly good = new LRUCache<string, true>({ max: 10_000, ttl: 60 * 60_000 });
  private readonly turns = new SharedSemaphore<string>(
    new Semaphore(4, Number.POSITIVE_INFINITY),
    () => new Semaphore(1, MOST_WAITING, LONGEST_WAIT),
  );
  /** Counts the changes of access that this process has made. */
  private changes = 0;
  /** The latest change in each Group: what was read before it is read again, and callers of other Groups are kept. */
  private readonly latest = new Map<number, number>();

  constructor(
    private readonly apiTokens: ApiTokenCallers,
    private readonly accessTokens: AccessTokens,
    private readonly users: UserCallers,
    private readonly use: TokenUse,
    private readonly refused: RefusedCalls,
    tokens: ApiTokens,
    store: EventStore,
  ) {
    this.known = new LRUCache<string, Known>({
      max: 10_000,
      ttl: CACHE_TTL,
      fetchMethod: async (token, _stale, { options }) => {
        const [asked, asOf] = [performance.now(), this.changes];
        const found = token.startsWith(API_TOKEN) ? await this.apiTokens.of(token) : await this.user(token);
        options.ttl = Math.max(1, Math.min(CACHE_TTL, found?.lives ?? CACHE_TTL) - (performance.now() - asked));
        return found ? { caller: found.caller, asOf } : undefined;
      },
    });
    // The process that changed access applies the change at once; the others when their cache expires.
    store.onCommitted(({ events }) => {
      const changed = events.find(({ stream }) => ACCESS_STREAMS.has(stream.type));
      if (changed) this.changed(changed.stream.groupID);
    });
    tokens.onRevoked((groupID) => this.changed(groupID));
  }

  private changed(groupID: number): void {
    this.latest.set(groupID, ++this.changes);
  }

  async resolve(authorizationHeader: string | undefined, requestID: string, client?: Client): Promise<Caller> {
    const token = bearerToken(authorizationHeader);
    if (!token) throw this.refusal('', 'A bearer token is required.', client);
    const isNew = client !== undefined && token.startsWith(API_TOKEN) && !this.known.has(token);
    const caller =
      token.length > MAX_TOKEN_LENGTH ? null : await (isNew ? this.callerInTurn(token, client) : this.callerOf(token));
    if (!caller) throw this.refusal(token, 'The token is unknown or no longer valid.', client);
    if (caller.actor.type === 'integration') this.use.note(caller.group.id, caller.actor.tokenID);
    return { ...caller, requestID, address: client ? clientAddress(client.ip) : null };
  }

  /**
   * After too many refused calls of a network, API tokens that were not good lately are looked up one at a time. All others cost no query
   * unless they were signed here.
   */
  private async callerInTurn(token: string, client: Client): Promise<KnownCaller | null> {
    const network = clientNetwork(client.ip);
    const resets = this.good.has(token) ? 0 : this.refused.resets('token', network);
    const caller =
      resets === 0
        ? await this.callerOf(token)
        : await this.turns
            .run(network, () => this.callerOf(token))
            .catch((error) => {
              throw error instanceof Unavailable ? new RateLimited(resets, 'refused') : error;
            });
    if (caller) this.good.set(token, true);
    else this.good.delete(token);
    return caller;
  }

  /**
   * Counts a refused call. Beyond the limit it is 429, except for an access token: its client learns from 401 that it has ended, whatever
   * others at the same address do.
   */
  private refusal(token: string, message: string, client?: Client): Error {
    const network = client && clientNetwork(client.ip);
    const resets = network === undefined ? 0 : this.refused.resets('token', network);
    if (network !== undefined) this.refused.note('token', network);
    if (resets > 0 && (token === '' || token.startsWith(API_TOKEN))) return new RateLimited(resets, 'refused');
    return new DomainError('unauthenticated', 'unauthenticated', message);
  }

  /**
   * The caller as of the latest change of its Group's access that this process has made; null for an unknown token. The second reading
   * after the first one begins after this call, whatever changes meanwhile.
   */
  private async callerOf(token: string): Promise<KnownCaller | null> {
    if (this.unknown.has(token)) return null;
    for (let attempt = 0; ; attempt++) {
      const known = await this.known.fetch(token, { forceRefresh: attempt > 0 });
      if (!known && token.startsWith(API_TOKEN)) this.unknown.set(token, true);
      if (!known || attempt === 2 || known.asOf >= (this.latest.get(known.caller.group.id) ?? 0)) return known?.caller ?? null;
    }
  }

  private async user(token: string): Promise<{ caller: KnownCaller; lives: number } | null> {
    const subject = await this.accessTokens.read(token);
    const caller = subject && (await this.users.of(subject));
    return caller && { caller, lives: subject.lives };
  }
}
