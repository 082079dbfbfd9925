import { Body, Controller, Header, Post, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Beyond, Endpoint, Problems, Public } from '#platform/http';
import { clientNetwork } from '#platform/limits';
import { SignIn } from '../sign-in.js';
import { Login, RefreshToken } from './sign-in.requests.js';
import { TokenRecord, tokenRecord } from './token.record.js';

/** Signing in with username and password (decisions.md, sections 5 and 9). */
@Beyond()
@Public()
@Controller('api/v2/auth')
export class AuthController {
  constructor(private readonly signIn: SignIn) {}

  @Post('login')
  @Header('Cache-Control', 'no-store')
  @Endpoint('login', 'Sign in with username and password', { answers: TokenRecord })
  @Problems('invalid_credentials', 'rate_limited')
  async login(@Body() { username, password }: Login, @Req() request: Request) {
    return tokenRecord(await this.signIn.login(username, password, clientNetwork(request.ip)));
  }

  @Post('refresh')
  @Header('Cache-Control', 'no-store')
  @Endpoint('refresh', 'Refresh the tokens', {
    description: 'Exchanges a refresh token for a new access token and a new refresh token.',
    answers: TokenRecord,
  })
  @Problems('unauthenticated')
  async refresh(@Body() { refreshToken }: RefreshToken) {
    return tokenRecord(await this.signIn.refresh(refreshToken));
  }

  @Post('logout')
  @Endpoint('logout', 'Sign out', {
    description: 'Ends the session. Its access token and its refresh token are no longer valid.',
  })
  async logout(@Body() { refreshToken }: RefreshToken) {
    await this.signIn.logout(refreshToken);
  }
}
