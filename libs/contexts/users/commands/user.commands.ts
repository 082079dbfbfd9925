import { Command } from '@nestjs/cqrs';
import { handlersBy } from '#platform/event-store';
import type { Caller, ExpectedVersions } from '#platform/kernel';
import type { LocationAccess } from '../domain/location-access.js';
import { endOf, INVITATION_LIFETIME } from './link-lifetimes.js';
import { UserExecutor } from './user.executor.js';

abstract class CommandOnUser extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly userID: number,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

/** Deletes a User with its access, tokens and sessions; the username can be used again (api-v2.md, Users). */
export class DeleteUser extends CommandOnUser {}

/** Sends a new invitation, which ends the one before (decisions.md, section 11). */
export class InviteAgain extends CommandOnUser {}

/** Removes another user's second factor, for who has lost the telephone (decisions.md, section 11). */
export class TakeSecondFactor extends CommandOnUser {}

/** Disables a User and ends its sessions, or enables it again (decisions.md, section 11). */
export class DisableUser extends CommandOnUser {
  constructor(
    caller: Caller,
    userID: number,
    readonly disabled: boolean,
    expectedVersions: ExpectedVersions,
  ) {
    super(caller, userID, expectedVersions);
  }
}

abstract class CommandOnAccess extends CommandOnUser {
  constructor(
    caller: Caller,
    userID: number,
    readonly access: LocationAccess,
    expectedVersions: ExpectedVersions,
  ) {
    super(caller, userID, expectedVersions);
  }
}

/** Adds access to a User (api-v2.md, Users, 2). */
export class GiveAccess extends CommandOnAccess {}

/** Removes access from a User, which must keep at least one Location (api-v2.md, Users, 3). */
export class TakeAccess extends CommandOnAccess {}

const handles = handlersBy(UserExecutor);

export const USER_COMMANDS = [
  handles(GiveAccess, ({ userID, access }) => ({ type: 'GiveAccess', userID, access })),
  handles(TakeAccess, ({ userID, access }) => ({ type: 'TakeAccess', userID, access })),
  handles(DisableUser, ({ userID, disabled }) => ({ type: 'SetDisabled', userID, disabled })),
  handles(DeleteUser, ({ userID }) => ({ type: 'DeleteUser', userID })),
  handles(InviteAgain, ({ userID }, at) => ({ type: 'InviteAgain', userID, until: endOf(INVITATION_LIFETIME, at) })),
  handles(TakeSecondFactor, ({ userID }) => ({ type: 'TakeSecondFactor', userID })),
];
