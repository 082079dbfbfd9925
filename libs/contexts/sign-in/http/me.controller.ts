import { Body, Controller, Delete, Get, Param, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Sessions } from '#contexts/credentials';
import { ChangeOwnEmail, ChangeOwnLanguage, ChangeOwnPassword, ownCaller, ownStream } from '#contexts/users';
import { Beyond, CurrentCaller, Endpoint, Problems, Requires } from '#platform/http';
import { type Caller, NotFound } from '#platform/kernel';
import { OwnProof } from '../own-proof.js';
import { SignIn } from '../sign-in.js';
import { Me } from './me.js';
import { MeRecord, SessionRecord, sessionRecord } from './me.record.js';
import { NewOwnPassword, OwnUpdate } from './me.requests.js';
import { UUID } from './uuid.js';

/** The caller's own account and sessions (decisions.md, section 11). */
@Beyond()
@Controller('api/v2/me')
export class MeController {
  constructor(
    private readonly me: Me,
    private readonly proof: OwnProof,
    private readonly sessions: Sessions,
    private readonly signIn: SignIn,
    private readonly commands: CommandBus,
  ) {}

  @Get()
  @Requires('me.read')
  @Endpoint('getMe', 'Get who calls', {
    description: 'The user or API token of the call, with its Group, its access to Locations and what it may do.',
    answers: MeRecord,
  })
  read(@CurrentCaller() caller: Caller) {
    return this.me.of(caller);
  }

  @Put()
  @Requires('me.write')
  @Endpoint('updateMe', 'Change the own email address or language', {
    description:
      'Users alone. A new email address, or none, wants the present password (else 403 `invalid_credentials`), and the old address ' +
      'is told. A new one is sent a link that verifies it, good for 7 days; until then links to set a password go to the last ' +
      'verified one. Giving the same one with the password sends another link. Who signs in at the identity provider alone sets a ' +
      'password by `POST /auth/password/forgot` first.',
    answers: MeRecord,
  })
  @Problems('403 invalid_credentials', 'limit_reached')
  async update(@CurrentCaller() given: Caller, @Body() { email, language, currentPassword }: OwnUpdate) {
    const caller = ownCaller(given);
    if (email !== undefined && (currentPassword !== undefined || (await this.me.emailOf(caller)) !== email)) {
      await this.proof.password(caller, currentPassword, null);
      await this.commands.execute(new ChangeOwnEmail(caller, email));
    }
    if (language !== undefined) await this.commands.execute(new ChangeOwnLanguage(caller, language));
    return this.me.of(caller);
  }

  @Put('password')
  @Requires('me.write')
  @Endpoint('changeMyPassword', 'Change the own password', {
    description: 'Users alone. Ends the user’s other sessions. A wrong current password is 403 `invalid_credentials`.',
  })
  @Problems('403 invalid_credentials', 'limit_reached')
  async changePassword(@CurrentCaller() given: Caller, @Body() body: NewOwnPassword) {
    const caller = ownCaller(given);
    await this.proof.password(caller, body.currentPassword, 'password.set');
    await this.commands.execute(new ChangeOwnPassword(caller, body.newPassword));
  }

  @Get('sessions')
  @Requires('me.write')
  @Endpoint('listMySessions', 'List the own sessions', {
    description: 'Users alone. The sign-ins that have not ended, the latest first.',
    answers: [SessionRecord],
  })
  async list(@CurrentCaller() given: Caller) {
    const caller = ownCaller(given);
    const rows = await this.sessions.of(ownStream(caller));
    return rows.map((row) => sessionRecord(row, caller.session));
  }

  @Delete('sessions/:sessionID')
  @Requires('me.write')
  @Endpoint('endMySession', 'End one of the own sessions', {
    description: 'Users alone. Its tokens are no longer valid; the session of the call itself may be ended too.',
  })
  async end(@CurrentCaller() given: Caller, @Param('sessionID') sessionID: string) {
    const ended = UUID.test(sessionID) && (await this.signIn.endOwn(ownCaller(given), sessionID));
    if (!ended) throw new NotFound('The session');
  }
}
