import { Body, Controller, Delete, Header, Post, Put, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Beyond, CurrentCaller, Endpoint, Problems, Requires } from '#platform/http';
import { Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { clientNetwork } from '#platform/limits';
import { ownCaller } from '../own-caller.js';
import { OwnSecondFactor } from '../own-second-factor.js';
import { BegunFactorRecord, RecoveryCodesRecord } from './me.record.js';
import { Code } from './me.requests.js';

/** The caller's own second factor (decisions.md, section 11). */
@Beyond()
@Controller('api/v2/me/totp')
export class MeTotpController {
  constructor(private readonly factor: OwnSecondFactor) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @Requires('me.write')
  @Replays()
  @Endpoint('beginTotp', 'Begin a second factor', {
    description:
      'Gives the secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 s). It counts from `PUT /me/totp` on; beginning again gives another one.',
    answers: BegunFactorRecord,
  })
  @Problems('conflict')
  begin(@CurrentCaller() caller: Caller) {
    return this.factor.begin(ownCaller(caller));
  }

  @Put()
  @Header('Cache-Control', 'no-store')
  @Requires('me.write')
  @Endpoint('enableTotp', 'Switch the second factor on', {
    description: 'With a code of the app. Signing in then asks for a code. A wrong code is 403 `invalid_credentials`.',
    answers: RecoveryCodesRecord,
  })
  @Problems('conflict', '403 invalid_credentials')
  async enable(@CurrentCaller() caller: Caller, @Body() { code }: Code, @Req() request: Request) {
    return { recoveryCodes: await this.factor.enable(ownCaller(caller), code, clientNetwork(request.ip)) };
  }

  @Delete()
  @Requires('me.write')
  @Endpoint('removeTotp', 'Switch the second factor off', {
    description: 'With a code of the app or a recovery code. A wrong code is 403 `invalid_credentials`.',
  })
  @Problems('conflict', '403 invalid_credentials')
  async remove(@CurrentCaller() caller: Caller, @Body() { code }: Code, @Req() request: Request) {
    await this.factor.remove(ownCaller(caller), code, clientNetwork(request.ip));
  }
}
