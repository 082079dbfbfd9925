import { Body, Controller, Delete, Header, Post, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { UserQueries, userRecord } from '#contexts/users';
import { Beyond, Endpoint, Problems, Public } from '#platform/http';
import { DomainError } from '#platform/kernel';
import { PasswordSignIn } from '../password-sign-in.js';
import { SignIn, type Tokens } from '../sign-in.js';
import { UserCallers } from '../user-callers.js';
import { clientOriginOf } from './client-origin.js';
import { DeskCookie } from './desk-cookie.js';
import { REFRESH_KEY, refreshKeyOf } from './refresh-key.js';
import { Login } from './sign-in.requests.js';
import { DeskSessionRecord } from './token.record.js';

/** Staying signed in at the desk, a page in a browser (decisions.md, section 13). */
@Beyond()
@Public()
@ApiTags('Access')
@Controller('api/v2/desk/session')
export class DeskSessionController {
  constructor(
    private readonly signIn: SignIn,
    private readonly passwords: PasswordSignIn,
    private readonly cookie: DeskCookie,
    private readonly callers: UserCallers,
    private readonly users: UserQueries,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @Endpoint('openDeskSession', 'Sign in at the desk', {
    description:
      'As `POST /auth/login`, with the same refusals and limits; but the refresh token is sent as a cookie, which scripts can not read ' +
      'and other sites can not send.',
    answers: DeskSessionRecord,
  })
  @Problems('invalid_credentials', 'second_factor_required', 'rate_limited')
  async open(@Body() proof: Login, @Req() request: Request, @Res({ passthrough: true }) response: Response) {
    return this.answer(await this.passwords.login(proof, clientOriginOf(request)), response);
  }

  @Post('refresh')
  @ApiHeader(REFRESH_KEY)
  @Header('Cache-Control', 'no-store')
  @ApiHeader({
    name: 'X-Desk',
    required: true,
    description: 'Other sites can not send it',
    schema: { type: 'string', enum: ['1'] },
  })
  @Endpoint('refreshDeskSession', 'Refresh the session of the desk', {
    description:
      'Exchanges the refresh token in the cookie for a new access token and a new cookie. Each is good once: when one is used twice the ' +
      'whole session ends, as somebody else may have it. A call repeated with its `Idempotency-Key`, since the answer or its cookie was ' +
      'lost, is the same use. 403 without the header `X-Desk: 1`. After a 401, sign in again.',
    answers: DeskSessionRecord,
  })
  @Problems('unauthenticated', 'forbidden', 'rate_limited')
  async refresh(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    if (request.get('x-desk') !== '1') throw new DomainError('forbidden', 'forbidden', 'The header X-Desk: 1 is missing.');
    const [token, key] = [this.cookie.of(request), refreshKeyOf(request)];
    return this.answer(await this.signIn.refresh(token, clientOriginOf(request), key), response);
  }

  @Delete()
  @Endpoint('closeDeskSession', 'Sign out at the desk', {
    description:
      'Ends the session of the cookie, and its access tokens, and removes the cookie. 204 also where the session has ended already.',
  })
  async close(@Req() request: Request, @Res({ passthrough: true }) response: Response) {
    this.cookie.clear(response);
    await this.signIn.logout(this.cookie.of(request), clientOriginOf(request));
  }

  private async answer(tokens: Tokens, response: Response): Promise<DeskSessionRecord> {
    const { accessToken, expiresIn, subject } = tokens;
    const caller = await this.callers.of(subject);
    if (!caller) throw new DomainError('unauthenticated', 'unauthenticated', 'The session has ended.');
    const user = userRecord(await this.users.one({ ...caller, requestID: null }, subject.userID));
    this.cookie.set(response, tokens);
    return { accessToken, expiresIn, user };
  }
}
