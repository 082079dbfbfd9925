import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { hashPassword, insertCredential, takingUsername } from '#contexts/credentials';
import { Database, drawNumber } from '#platform/database';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock, type Role } from '#platform/kernel';
import { NO_ACCESS } from '../domain/location-access.js';
import { userDecider } from '../domain/user.decider.js';
import { UserQueries, type UserRow } from '../read-model/user.queries.js';
import { AccessFactsReader } from './access-facts.js';

/** A user to create; it gets access to one Location, or from the command line to all of them. */
export interface NewUserDetails {
  username: string;
  password: string;
  email: string | null;
  userRole: Role;
  access: { locationID: string } | 'all-locations';
}

/** Adds a User (api-v2.md, Users). */
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
    private readonly store: EventStore,
    private readonly facts: AccessFactsReader,
    private readonly users: UserQueries,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, user: { username, password, email, userRole, access } }: CreateUser): Promise<UserRow> {
    const [id, passwordHash] = await Promise.all([drawNumber(this.database, caller.group.id, 'user'), hashPassword(password)]);
    const stream = { groupID: caller.group.id, type: 'user', id };
    const assigned = access === 'all-locations' ? { accessAllLocations: true } : { locationIDs: [access.locationID] };
    const user = { person: { username, email }, userRole, access: { ...NO_ACCESS, ...assigned } };
    await this.facts.deciding(caller, ({ manager, territory, unchanged }) =>
      takingUsername(() =>
        this.store.execute(
          stream,
          userDecider,
          { type: 'CreateUser', manager, territory, user },
          {
            cause: caller,
            at: this.clock.now(),
            isNew: true,
            beside: [insertCredential(stream, username, passwordHash), unchanged],
          },
        ),
      ),
    );
    return this.users.one(caller, id);
  }
}
