import { Body, Controller, Delete, Header, Post, Put } from '@nestjs/common';
import { ownCaller } from '#contexts/users';
import { Beyond, CurrentCaller, Endpoint, Problems, Requires } from '#platform/http';
import { Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { OwnSecondFactor } from '../own-second-factor.js';
import { BegunFactorRecord, RecoveryCodesRecord } from './me.record.js';
import { Code, PresentPassword } from './me.requests.js';

/** The caller's own second factor (decisions.md, section 11). */
@Beyond()
@Requires('me.write')
@Controller('api/v2/me/totp')
export class MeTotpController {
  constructor(private readonly factor: OwnSecondFactor) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @Replays()
  @Endpoint('beginTotp', 'Begin a second factor', {
    description:
      'Gives the secret for an authenticator app (RFC 6238: SHA-1, 6 digits, 30 s). It counts from `PUT /me/totp` on; beginning ' +
      'again gives another one. Without the present password, or with a wrong one, 403 `invalid_credentials`; who signs in at the ' +
      'identity provider alone sets a password by `POST /auth/password/forgot` first.',
    answers: BegunFactorRecord,
  })
  @Problems('conflict', '403 invalid_credentials')
  begin(@CurrentCaller() caller: Caller, @Body() { currentPassword }: PresentPassword) {
    return this.factor.begin(ownCaller(caller), currentPassword);
  }

  @Put()
  @Header('Cache-Control', 'no-store')
  @Endpoint('enableTotp', 'Switch the second factor on', {
    description: 'With a code of the app. Signing in then asks for a code. A wrong code is 403 `invalid_credentials`.',
    answers: RecoveryCodesRecord,
  })
  @Problems('conflict', 'limit_reached', '403 invalid_credentials')
  async enable(@CurrentCaller() caller: Caller, @Body() { code }: Code) {
    return { recoveryCodes: await this.factor.enable(ownCaller(caller), code) };
  }

  @Delete()
  @Endpoint('removeTotp', 'Switch the second factor off', {
    description: 'With a code of the app or a recovery code. A wrong code is 403 `invalid_credentials`.',
  })
  @Problems('conflict', '403 invalid_credentials')
  async remove(@CurrentCaller() caller: Caller, @Body() { code }: Code) {
    await this.factor.remove(ownCaller(caller), code);
  }
}
