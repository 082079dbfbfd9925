import { Body, Controller, Header, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';
import { Answer, Beyond, Problems, Public, Text } from '#platform/http';
import { clientNetwork } from '#platform/limits';
import { SignIn } from '../sign-in.js';
import { TokenRecord, tokenRecord } from './token.record.js';

/** `POST /auth/login`; the limits of a password are those of users, but a wrong one is not a wrong field. */
class Login {
  @Text({ required: true, example: 'sanne', description: 'Login name, unique across the service' }) username!: string;
  @Text({ required: true, max: 1000, trim: false, example: 'correct horse battery', description: 'As set' }) password!: string;
}

class RefreshToken {
  @Text({ required: true, example: 'lfr_…', description: 'As given by the last login or refresh' }) refreshToken!: string;
}

/** Signing in with username and password (decisions.md, sections 5 and 9). */
@Beyond()
@Public()
@Controller('api/v2/auth')
export class AuthController {
  constructor(private readonly signIn: SignIn) {}

  @Post('login')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'login', summary: 'Sign in with username and password' })
  @Answer(TokenRecord)
  @Problems('invalid_credentials', 'rate_limited')
  async login(@Body() { username, password }: Login, @Req() request: Request): Promise<TokenRecord> {
    return tokenRecord(await this.signIn.login(username, password, clientNetwork(request.ip)));
  }

  @Post('refresh')
  @HttpCode(200)
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ operationId: 'refresh', summary: 'Trade a refresh token for new tokens' })
  @Answer(TokenRecord)
  @Problems('unauthenticated')
  async refresh(@Body() { refreshToken }: RefreshToken): Promise<TokenRecord> {
    return tokenRecord(await this.signIn.refresh(refreshToken));
  }

  @Post('logout')
  @HttpCode(204)
  @ApiOperation({ operationId: 'logout', summary: 'End the session, its access token included' })
  @Answer(null, { status: 204 })
  async logout(@Body() { refreshToken }: RefreshToken): Promise<void> {
    await this.signIn.logout(refreshToken);
  }
}
