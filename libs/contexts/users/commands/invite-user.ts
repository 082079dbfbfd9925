import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { hashPassword, insertCredential } from '#contexts/credentials';
import { Database } from '#platform/database';
import { type Caller, Clock, type Role } from '#platform/kernel';
import { NO_ACCESS } from '../domain/location-access.js';
import { UserQueries, type UserRow } from '../read-model/user.queries.js';
import { userStream } from '../user.stream.js';
import { INVITATION_LIFETIME } from './account-times.js';
import { UserCommands } from './user-commands.js';

/** A user to invite, with access to one Location. */
export interface InvitedUser {
  username: string;
  email: string;
  userRole: Role;
  locationID: string;
}

/** Adds a User who sets the password by a link sent to the email address (decisions.md, section 11). */
export class InviteUser extends Command<UserRow> {
  constructor(
    readonly caller: Caller,
    readonly user: InvitedUser,
  ) {
    super();
  }
}

@CommandHandler(InviteUser)
export class InviteUserHandler implements ICommandHandler<InviteUser> {
  constructor(
    private readonly database: Database,
    private readonly commands: UserCommands,
    private readonly users: UserQueries,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, user: { username, email, userRole, locationID } }: InviteUser): Promise<UserRow> {
    const groupID = caller.group.id;
    // The username is taken from now on, with a password that nobody knows.
    const [drawn, nobodys] = await Promise.all([this.database.queryOne(userStream.draw(groupID)), hashPassword(randomUUID())]);
    const userID = drawn!.number;
    const user = { person: { username, email }, userRole, access: { ...NO_ACCESS, locationIDs: [locationID] } };
    const until = new Date(this.clock.now().getTime() + INVITATION_LIFETIME).toISOString();
    const beside = [insertCredential(userStream.of(groupID, userID), username, nobodys)];
    await this.commands.execute(caller, userID, { type: 'InviteUser', user, until }, { beside, isNew: true });
    return this.users.one(caller, userID);
  }
}
