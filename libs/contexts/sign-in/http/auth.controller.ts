import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Beyond, Endpoint, Problems, Public } from '#platform/http';
import { clientNetwork } from '#platform/limits';
import { ForgottenPasswords } from '../forgotten-passwords.js';
import { SignIn } from '../sign-in.js';
import { placeOf } from './place.js';
import { ForgottenPassword, Login, RefreshToken } from './sign-in.requests.js';
import { TokenRecord, tokenRecord } from './token.record.js';

/** Signing in with username and password (decisions.md, sections 5 and 9). */
@Beyond()
@Public()
@Controller('api/v2/auth')
export class AuthController {
  constructor(
    private readonly signIn: SignIn,
    private readonly forgotten: ForgottenPasswords,
  ) {}

  @Post('login')
  @Header('Cache-Control', 'no-store')
  @Endpoint('login', 'Sign in with username and password', {
    description: 'A user with a second factor also needs `code`. A user has at most 50 sessions: one more ends the oldest.',
    answers: TokenRecord,
  })
  @Problems('invalid_credentials', 'second_factor_required', 'rate_limited')
  async login(@Body() proof: Login, @Req() request: Request) {
    return tokenRecord(await this.signIn.login(proof, placeOf(request)));
  }

  @Post('password/forgot')
  @Endpoint('forgotPassword', 'Ask for a link to set a new password', {
    description:
      'Sends an email to the user, where there is one who may sign in and has an address; the answer is the same without. The link is good for an hour, and once; setting the password ends all sessions.',
    sends: { status: 202, description: 'Success, without a body.' },
  })
  @Problems('rate_limited')
  async forgot(@Body() { username }: ForgottenPassword, @Req() request: Request) {
    await this.forgotten.ask(username, clientNetwork(request.ip), String((request as Request & { id?: unknown }).id ?? ''));
  }

  @Post('refresh')
  @Header('Cache-Control', 'no-store')
  @Endpoint('refresh', 'Refresh the tokens', {
    description: 'Exchanges a refresh token for a new access token and a new refresh token.',
    answers: TokenRecord,
  })
  @Problems('unauthenticated', 'rate_limited')
  async refresh(@Body() { refreshToken }: RefreshToken, @Req() request: Request) {
    return tokenRecord(await this.signIn.refresh(refreshToken, clientNetwork(request.ip)));
  }

  @Post('logout')
  @Endpoint('logout', 'Sign out', {
    description: 'Ends the session. Its access token and its refresh token are no longer valid.',
  })
  async logout(@Body() { refreshToken }: RefreshToken) {
    await this.signIn.logout(refreshToken);
  }
}
