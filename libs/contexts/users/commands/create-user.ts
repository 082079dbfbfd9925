import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertHardToGuess, hashPassword, insertCredential } from '#contexts/credentials';
import { Database } from '#platform/database';
import type { Caller, Role } from '#platform/kernel';
import { NO_ACCESS } from '../domain/location-access.js';
import { UserQueries, type UserRow } from '../read-model/user.queries.js';
import { userStream } from '../user.stream.js';
import { UserCommands } from './user-commands.js';

/** A user to create, with access to one Location, or, from the command line, to all of them. */
export interface NewUserDetails {
  username: string;
  password: string;
  email: string | null;
  userRole: Role;
  access: { locationID: string } | 'all-locations';
}

/** Adds a User (api-v2.md, Users). @throws ValidationFailed `too_weak` */
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
    private readonly commands: UserCommands,
    private readonly users: UserQueries,
  ) {}

  async execute({ caller, user: { username, password, email, userRole, access } }: CreateUser): Promise<UserRow> {
    await assertHardToGuess(password, { username, email });
    const groupID = caller.group.id;
    const [drawn, passwordHash] = await Promise.all([this.database.queryOne(userStream.draw(groupID)), hashPassword(password)]);
    const userID = drawn!.number;
    const assigned = access === 'all-locations' ? { accessAllLocations: true } : { locationIDs: [access.locationID] };
    const user = { person: { username, email }, userRole, access: { ...NO_ACCESS, ...assigned } };
    const beside = [insertCredential(userStream.of(groupID, userID), username, passwordHash)];
    await this.commands.execute(caller, userID, { type: 'CreateUser', user }, { beside, isNew: true });
    return this.users.one(caller, userID);
  }
}
