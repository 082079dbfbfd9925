import { Injectable } from '@nestjs/common';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { SESSION_LIFETIME } from '#contexts/credentials';
import type { Tokens } from '../sign-in.js';
import { SsoSettings } from '../sso/sso-settings.js';

const COOKIE = 'lost_and_found_desk';

/** The cookie with the refresh token of the desk: no script reads it, and no other site sends it (decisions.md, section 13). */
@Injectable()
export class DeskCookie {
  constructor(private readonly settings: SsoSettings) {}

  /** The refresh token, or an empty text. */
  of(request: Request): string {
    return parseCookie(request.headers.cookie ?? '')[COOKIE] ?? '';
  }

  set(response: Response, { refreshToken }: Pick<Tokens, 'refreshToken'>): void {
    response.cookie(COOKIE, refreshToken, this.options(SESSION_LIFETIME));
  }

  clear(response: Response): void {
    response.cookie(COOKIE, '', this.options(0));
  }

  private options(maxAge: number) {
    const secure = this.settings.publicUrl.startsWith('https:');
    return { httpOnly: true, sameSite: 'strict', secure, path: '/api/v2/desk/session', maxAge } as const;
  }
}
