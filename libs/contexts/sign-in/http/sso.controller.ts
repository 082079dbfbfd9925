import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import { ApiQuery, ApiResponse } from '@nestjs/swagger';
import { parseCookie } from 'cookie';
import type { Request, Response } from 'express';
import { Beyond, Endpoint, Problems, Public } from '#platform/http';
import { DomainError } from '#platform/kernel';
import type { Tokens } from '../sign-in.js';
import { SsoSettings } from '../sso/sso-settings.js';
import { SsoSignIn } from '../sso/sso-sign-in.js';
import { clientOriginOf } from './client-origin.js';
import { DeskCookie } from './desk-cookie.js';
import { SsoQuery } from './sign-in.requests.js';
import { TokenRecord, tokenRecord } from './token.record.js';

const COOKIE = 'lost_and_found_sso';

/** How long a browser remembers to which page a sign-in was to lead, in milliseconds: longer than it may take. */
const KEPT = 24 * 60 * 60 * 1000;
const redirect = (description: string) =>
  ({ status: 302, description, headers: { Location: { schema: { type: 'string' } } } }) as const;

const given = (name: string, description: string) =>
  ({ name, description, required: false, schema: { type: 'string', maxLength: 4096 } }) as const;

/** Single sign-on (decisions.md, section 5): 404 where no identity provider is configured. */
@Beyond()
@Public()
@Controller('api/v2/auth/sso')
export class SsoController {
  constructor(
    private readonly sso: SsoSignIn,
    private readonly settings: SsoSettings,
    private readonly desk: DeskCookie,
  ) {}

  @Get('login')
  @Header('Cache-Control', 'no-store')
  @Endpoint('ssoLogin', 'Start single sign-on', {
    description:
      'Redirects the browser to the identity provider, and remembers in a cookie what it was asked. With `group` the ' +
      'sign-in is for that Group; with `returnTo` it ends at that page of the desk. 404 where the service has no identity provider.',
    sends: redirect('Redirects to the identity provider'),
  })
  @Problems('not_found')
  async login(@Query() { group, returnTo }: SsoQuery, @Req() request: Request, @Res() response: Response) {
    const { url, cookie } = await this.sso.begin(begunIn(request), group ?? null, returnTo ?? null);
    // The desk's page asks by HEAD whether there is a provider: nothing is begun by that.
    if (request.method !== 'HEAD') response.cookie(COOKIE, cookie, this.cookieOptions());
    response.location(url).status(302).end();
  }

  @Get('callback')
  @Header('Cache-Control', 'no-store')
  @Endpoint('ssoCallback', 'Complete single sign-on', {
    description:
      'The identity provider redirects the browser here. Returns the tokens of the user with the email address that the ' +
      'provider has verified; 401 where there is no such user, or where the sign-in was begun elsewhere or too long ago: ' +
      'begin again at `/auth/sso/login`. A sign-in that was begun with `returnTo` continues there instead, with the cookie of ' +
      '`/desk/session`; where it fails, at `/desk?error=invalid_credentials`.',
    answers: TokenRecord,
  })
  @ApiQuery(given('code', 'What the tokens of the provider are had for'))
  @ApiQuery(given('state', 'What the sign-in was begun with'))
  @ApiQuery(given('iss', 'The provider'))
  @ApiResponse(redirect('Redirects to the page of the desk that the sign-in was begun for'))
  @Problems('not_found', 'invalid_credentials')
  async callback(
    // The identity provider may add parameters of its own: none is refused as unknown.
    @Query() _given: object,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ) {
    const [, query = ''] = /(\?.*)?$/s.exec(request.originalUrl) ?? [];
    const cookie = begunIn(request);
    this.sso.assertConfigured();
    response.cookie(COOKIE, this.sso.states.ended(cookie, query), this.cookieOptions());
    const finishing = this.sso.finish(query, cookie, clientOriginOf(request));
    const page = this.sso.states.of(cookie, query)?.returnTo ?? null;
    return page === null ? tokenRecord(await finishing) : this.toDesk(page, finishing, response);
  }

  private async toDesk(page: string, finishing: Promise<Tokens>, response: Response): Promise<never> {
    const failed = (error: unknown) => {
      if (error instanceof DomainError) return `/desk?error=${error.code}`;
      throw error;
    };
    const target = await finishing.then((tokens) => {
      this.desk.set(response, tokens);
      return page;
    }, failed);
    return response
      .location(this.settings.publicUrl + target)
      .status(302)
      .end() as never;
  }

  /** `lax`: the provider sends the browser back from another site. */
  private cookieOptions() {
    const secure = this.settings.publicUrl.startsWith('https:');
    return { httpOnly: true, sameSite: 'lax', secure, path: '/api/v2/auth/sso', maxAge: KEPT } as const;
  }
}

/** The cookie with the sign-ins that the browser has begun. */
function begunIn({ headers }: Request): string {
  return parseCookie(headers.cookie ?? '')[COOKIE] ?? '';
}
