import { randomUUID } from 'node:crypto';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertHardToGuess, hashPassword, insertCredential } from '#contexts/credentials';
import { Database } from '#platform/database';
import type { Caller, Role } from '#platform/kernel';
import { NO_ACCESS } from '../domain/location-access.js';
import { UserQueries, type UserRow } from '../read-model/user.queries.js';
import { userStream } from '../user.stream.js';
import { endOf, INVITATION_LIFETIME } from './link-lifetimes.js';
import { UserExecutor } from './user.executor.js';

/** A user to create, with access to one Location, or, from the command line, to all of them. */
export interface NewUserDetails {
  username: string;
  /** Null for who sets it by a link sent to the email address (decisions.md, section 11). */
  password: string | null;
  email: string | null;
  userRole: Role;
  access: { locationID: string } | 'all-locations';
}

/** Adds or invites a User (api-v2.md, Users). @throws ValidationFailed `too_weak` */
export class CreateUser extends Command<UserRow> {
  constructor(
    readonly caller: Caller,
    readonly user: NewUserDetails,
  ) {
    super();
  }
}

@CommandHandler(CreateUser)
export class CreateUserHandler implements ICommandHandler<CreateUser> {
  constructor(
    private readonly database: Database,
    private readonly commands: UserExecutor,
    private readonly users: UserQueries,
  ) {}

  async execute({ caller, user: { username, password, email, userRole, access } }: CreateUser): Promise<UserRow> {
    if (password !== null)
      await assertHardToGuess(password, { username, email }, JSON.stringify([caller.group.id, caller.actor]));
    const groupID = caller.group.id;
    // The username is taken from now on: of who is invited, with a password that nobody knows.
    const hashing = hashPassword(password ?? randomUUID());
    const [drawn, passwordHash] = await Promise.all([this.database.queryOne(userStream.draw(groupID)), hashing]);
    const userID = drawn!.number;
    const assigned = access === 'all-locations' ? { accessAllLocations: true } : { locationIDs: [access.locationID] };
    const user = { person: { username, email }, userRole, access: { ...NO_ACCESS, ...assigned } };
    const credential = insertCredential(userStream.of(groupID, userID), username, passwordHash);
    await this.commands.execute(
      { caller, userID, isNew: true },
      (at) =>
        password === null ? { type: 'InviteUser', user, until: endOf(INVITATION_LIFETIME, at) } : { type: 'CreateUser', user },
      [credential],
    );
    return this.users.one(caller, userID);
  }
}
