import { Body, Controller, Delete, Post, Put } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  Beyond,
  type Change,
  Changed,
  CurrentCaller,
  created,
  Endpoint,
  ID,
  Problems,
  Requires,
  versioned,
} from '#platform/http';
import { Replays } from '#platform/idempotency';
import type { Caller } from '#platform/kernel';
import { CreateUser } from '../commands/create-user.js';
import { DisableUser, InviteAgain, TakeSecondFactor } from '../commands/user.commands.js';
import { UserQueries } from '../read-model/user.queries.js';
import { UserRecord, userRecord } from './user.record.js';
import { Disabling, NewInvitation } from './user.requests.js';

/** Inviting and disabling users, and helping who lost the second factor (decisions.md, section 11). */
@Beyond()
@Requires('users.write')
@Controller('api/v2/users')
export class UserAccountsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly users: UserQueries,
  ) {}

  @Post('invitations')
  @Replays(async (accounts: UserAccountsController, { caller, first }) =>
    versioned(await accounts.users.one(caller, first.ID), userRecord),
  )
  @Endpoint('inviteUser', 'Invite a user', {
    description:
      'Creates a user with access to one Location, `invited` until a password is set on the page that the email leads to. ' +
      'The link is good for 7 days, and once; `POST /users/{userID}/invitation` sends another. 409 `username_taken` for a ' +
      'name that another user has.',
    answers: UserRecord,
    status: 201,
  })
  @Problems('username_taken', 'limit_reached')
  async invite(@CurrentCaller() caller: Caller, @Body() { locationID, ...user }: NewInvitation) {
    const row = await this.commands.execute(new CreateUser(caller, { ...user, password: null, access: { locationID } }));
    return created(`/api/v2/users/${row.id}`, versioned(row, userRecord));
  }

  @Post(':userID/invitation')
  @Replays()
  @Endpoint('sendInvitation', 'Send a new invitation', {
    description:
      'Sends another link by email, which ends the one before. 409 `conflict` unless the user is `invited`: who has ' +
      'forgotten the password is helped by `POST /auth/password/forgot`.',
    sends: { status: 202, description: 'Success, without a body.' },
  })
  @Problems('conflict', 'limit_reached')
  async inviteAgain(@CurrentCaller() caller: Caller, @ID('userID') userID: number) {
    await this.commands.execute(new InviteAgain(caller, userID));
  }

  @Put(':userID/disabled')
  @Endpoint('disableUser', 'Disable or enable a user', {
    description:
      'Ends the sessions of a user and refuses signing in as a wrong password is. Enabling gives back what was there. 403 ' +
      'unless the caller’s access covers all of the user’s and its role is not lower.',
    answers: UserRecord,
  })
  @Problems('conflict', 'limit_reached')
  async disable(@Changed('userID') { caller, id: userID, expected }: Change, @Body() { disabled }: Disabling) {
    await this.commands.execute(new DisableUser(caller, userID, disabled, expected));
    return versioned(await this.users.one(caller, userID), userRecord);
  }

  @Delete(':userID/totp')
  @Endpoint('removeSecondFactor', "Remove a user's second factor", {
    description:
      'For a user who has lost the telephone and the recovery codes: signing in needs the password alone until another ' +
      'one is set up. Your own is removed at `/me/totp`.',
  })
  @Problems('conflict', 'limit_reached')
  async takeSecondFactor(@CurrentCaller() caller: Caller, @ID('userID') userID: number) {
    await this.commands.execute(new TakeSecondFactor(caller, userID));
  }
}
