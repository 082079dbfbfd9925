import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { decodeProtectedHeader, jwtVerify, SignJWT } from 'jose';
import type { TokenSubject } from '#contexts/credentials';
import { Clock } from '#platform/kernel';
import { SigningKeys } from './signing-keys.js';

/** Access tokens live 15 minutes (decisions.md, section 5); in seconds. */
export const LIFETIME = 15 * 60;

const ALGORITHM = 'HS256';
const ISSUER = 'lost-and-found';

/** Signs and reads access tokens. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly keys: SigningKeys,
    private readonly clock: Clock,
  ) {}

  async sign({ groupID, userID, sessionID }: TokenSubject): Promise<string> {
    const key = await this.keys.current();
    const now = Math.floor(this.clock.now().getTime() / 1000);
    return new SignJWT({ gid: groupID, sid: sessionID })
      .setProtectedHeader({ alg: ALGORITHM, kid: key.id, typ: 'at+jwt' })
      .setIssuer(ISSUER)
      .setSubject(String(userID))
      .setJti(randomUUID())
      .setIssuedAt(now)
      .setExpirationTime(now + LIFETIME)
      .sign(key.secret);
  }

  /** The token's subject and its remaining lifetime in milliseconds; null when it was not signed here or has expired. */
  async read(token: string): Promise<(TokenSubject & { lives: number }) | null> {
    if (!isCanonical(token)) return null;
    try {
      const { kid } = decodeProtectedHeader(token);
      const key = kid === undefined ? null : await this.keys.named(kid);
      if (!key) return null;
      const currentDate = this.clock.now();
      const options = { algorithms: [ALGORITHM], issuer: ISSUER, typ: 'at+jwt', currentDate, requiredClaims: ['exp', 'sub'] };
      const { payload } = await jwtVerify<{ gid: number; sid: string }>(token, key.secret, options);
      const lives = payload.exp! * 1000 - currentDate.getTime();
      return { groupID: payload.gid, userID: Number(payload.sub), sessionID: payload.sid, lives };
    } catch (error) {
      if (isTokenFault(error)) return null;
      throw error;
    }
  }
}

/**
 * Whether the signature is written in its only proper form: its last letter holds bits that decoding drops, and padding is ignored, so
 * that one token could be written in eight ways. The other parts are signed as they are written.
 */
function isCanonical(token: string): boolean {
  const signature = token.slice(token.lastIndexOf('.') + 1);
  return Buffer.from(signature, 'base64url').toString('base64url') === signature;
}

/** `jose` reports invalid tokens with its own codes; a header that is not JSON throws a TypeError. */
function isTokenFault(error: unknown): boolean {
  return error instanceof TypeError || String((error as { code?: unknown }).code).startsWith('ERR_J');
}
