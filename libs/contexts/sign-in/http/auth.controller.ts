import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request } from 'express';
import { Beyond, Endpoint, Problems, Public } from '#platform/http';
import { ForgottenPasswords } from '../forgotten-passwords.js';
import { PasswordSignIn } from '../password-sign-in.js';
import { SignIn } from '../sign-in.js';
import { clientOriginOf } from './client-origin.js';
import { REFRESH_KEY, refreshKeyOf } from './refresh-key.js';
import { ForgottenPassword, Login, RefreshToken } from './sign-in.requests.js';
import { TokenRecord, tokenRecord } from './token.record.js';

/** Signing in with username and password (decisions.md, sections 5 and 9). */
@Beyond()
@Public()
@Controller('api/v2/auth')
export class AuthController {
  constructor(
    private readonly signIn: SignIn,
    private readonly passwords: PasswordSignIn,
    private readonly forgotten: ForgottenPasswords,
  ) {}

  @Post('login')
  @Header('Cache-Control', 'no-store')
  @Endpoint('login', 'Sign in with username and password', {
    description:
      'Gives an access token for 15 minutes and a refresh token. 401 `invalid_credentials` for an unknown name, a wrong ' +
      'password or a disabled user; 401 `second_factor_required` asks for the same call with `code`. Who fails too often ' +
      'waits as `Retry-After` says. A user has at most 50 sessions: one more ends the oldest.',
    answers: TokenRecord,
  })
  @Problems('invalid_credentials', 'second_factor_required', 'rate_limited')
  async login(@Body() proof: Login, @Req() request: Request) {
    return tokenRecord(await this.passwords.login(proof, clientOriginOf(request)));
  }

  @Post('password/forgot')
  @Endpoint('forgotPassword', 'Ask for a link to set a new password', {
    description:
      'Sends an email to the user, where there is one who may sign in and has an address; the answer is the same without. ' +
      'The link is good for an hour, and once; setting the password ends all sessions.',
    sends: { status: 202, description: 'Success, without a body.' },
  })
  @Problems('rate_limited')
  async forgot(@Body() { username }: ForgottenPassword, @Req() request: Request) {
    await this.forgotten.ask(username, clientOriginOf(request), String((request as Request & { id?: unknown }).id ?? ''));
  }

  @Post('refresh')
  @ApiHeader(REFRESH_KEY)
  @Header('Cache-Control', 'no-store')
  @Endpoint('refresh', 'Refresh the tokens', {
    description:
      'Exchanges a refresh token for a new access token and a new refresh token. Each is good once: when one is used ' +
      'twice the whole session ends, as somebody else may have it. A call repeated with its `Idempotency-Key`, since the answer was ' +
      'lost, is the same use: it gets tokens that replace those of the lost answer. After a 401, sign in again.',
    answers: TokenRecord,
  })
  @Problems('unauthenticated', 'rate_limited')
  async refresh(@Body() { refreshToken }: RefreshToken, @Req() request: Request) {
    return tokenRecord(await this.signIn.refresh(refreshToken, clientOriginOf(request), refreshKeyOf(request)));
  }

  @Post('logout')
  @Endpoint('logout', 'Sign out', {
    description:
      'Ends the session of the given refresh token: it and the access tokens of the session are no longer valid. 204 also ' +
      'where the session has ended already.',
  })
  @Problems('rate_limited')
  async logout(@Body() { refreshToken }: RefreshToken, @Req() request: Request) {
    await this.signIn.logout(refreshToken, clientOriginOf(request));
  }
}
