import { Body, Controller, Delete, Get, Param, Put, Req } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import { Sessions } from '#contexts/credentials';
import { ChangeOwnEmail, ChangeOwnPassword, userStream } from '#contexts/users';
import { Beyond, CurrentCaller, Endpoint, Problems, Requires } from '#platform/http';
import { type Caller, NotFound } from '#platform/kernel';
import { clientNetwork } from '#platform/limits';
import { ownCaller } from '../own-caller.js';
import { OwnProof } from '../own-proof.js';
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
  @Endpoint('updateMe', 'Change the own email address', {
    description: 'Users alone. Links that were sent to the former address end.',
    answers: MeRecord,
  })
  async update(@CurrentCaller() caller: Caller, @Body() { email }: OwnUpdate) {
    if (email !== undefined) await this.commands.execute(new ChangeOwnEmail(ownCaller(caller), email));
    return this.me.of(caller);
  }

  @Put('password')
  @Requires('me.write')
  @Endpoint('changeMyPassword', 'Change the own password', {
    description: 'Users alone. Ends the user’s other sessions. A wrong current password is 403 `invalid_credentials`.',
  })
  @Problems('403 invalid_credentials')
  async changePassword(@CurrentCaller() given: Caller, @Body() body: NewOwnPassword, @Req() request: Request) {
    const caller = ownCaller(given);
    await this.proof.password(caller, body.currentPassword, clientNetwork(request.ip));
    await this.commands.execute(new ChangeOwnPassword(caller, body.newPassword));
  }

  @Get('sessions')
  @Requires('me.write')
  @Endpoint('listMySessions', 'List the own sessions', {
    description: 'Users alone. The sign-ins that have not ended, the latest first.',
    answers: [SessionRecord],
  })
  async list(@CurrentCaller() given: Caller) {
    const { group, actor, session } = ownCaller(given);
    const rows = await this.sessions.of(userStream.of(group.id, actor.userID));
    return rows.map((row) => sessionRecord(row, session));
  }

  @Delete('sessions/:sessionID')
  @Requires('me.write')
  @Endpoint('endMySession', 'End one of the own sessions', {
    description: 'Users alone. Its tokens are no longer valid; the session of the call itself may be ended too.',
  })
  async end(@CurrentCaller() given: Caller, @Param('sessionID') sessionID: string) {
    const { group, actor } = ownCaller(given);
    const ended = UUID.test(sessionID) && (await this.sessions.endOne(userStream.of(group.id, actor.userID), sessionID));
    if (!ended) throw new NotFound('The session');
  }
}
