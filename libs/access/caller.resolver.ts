import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { CallerResolver } from '#http';
import { type Caller, DomainError } from '#kernel';
import { ApiTokens } from './commands/api-tokens.js';

/** What was revoked takes effect within 5 seconds (decisions.md, section 5): what was read may be used for 4. */
const FRESH = 4_000;

/** Turns a bearer token into the caller. */
@Injectable()
export class BearerResolver implements CallerResolver {
  private readonly known = new LRUCache<string, Omit<Caller, 'requestID'>>({ max: 10_000, ttl: FRESH });

  constructor(private readonly tokens: ApiTokens) {}

  async resolve(authorizationHeader: string | undefined, requestID: string): Promise<Caller> {
    const [, token] = /^Bearer +(\S+)$/i.exec(authorizationHeader ?? '') ?? [];
    if (!token) throw unauthenticated('A bearer token is required.');
    const caller = this.known.get(token) ?? (await this.recognise(token));
    return { ...caller, requestID };
  }

  private async recognise(token: string): Promise<Omit<Caller, 'requestID'>> {
    const recognised = token.startsWith('lf_') ? await this.tokens.recognise(token) : null;
    if (!recognised) throw unauthenticated('The token is unknown or no longer valid.');
    const caller = {
      group: recognised.group,
      actor: { type: 'integration', tokenID: recognised.tokenID },
      role: 'group_admin',
      scope: { all: true },
    } as const;
    this.known.set(token, caller);
    return caller;
  }
}

function unauthenticated(message: string): DomainError {
  return new DomainError('unauthenticated', 'unauthenticated', message);
}
