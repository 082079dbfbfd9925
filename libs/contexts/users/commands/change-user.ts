import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deleteCredential, endSessions, hashPassword, takingUsername, updateCredential } from '#contexts/credentials';
import type { Statement } from '#platform/database';
import { EventStore, type StreamID } from '#platform/event-store';
import { type Caller, Clock } from '#platform/kernel';
import type { LocationAccess } from '../domain/location-access.js';
import { type UserChanges, userDecider } from '../domain/user.decider.js';
import { AccessFactsReader } from './access-facts.js';

/** What is done to a User that exists. */
export type UserChange =
  | { type: 'update'; changes: Omit<UserChanges, 'password'> & { password?: string } }
  | { type: 'delete' }
  | { type: 'give' | 'take'; access: LocationAccess };

/** Updates or deletes a User, gives or takes access (api-v2.md, Users). */
export class ChangeUser extends Command<void> {
  constructor(
    readonly caller: Caller,
    readonly userID: number,
    readonly change: UserChange,
    readonly expectedVersions: readonly number[] | null,
  ) {
    super();
  }
}

@CommandHandler(ChangeUser)
export class ChangeUserHandler implements ICommandHandler<ChangeUser> {
  constructor(
    private readonly store: EventStore,
    private readonly facts: AccessFactsReader,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, userID, change, expectedVersions }: ChangeUser): Promise<void> {
    const stream = { groupID: caller.group.id, type: 'user', id: userID };
    const beside = await credentialWrites(stream, change);
    await this.facts.deciding(caller, ({ manager, territory, unchanged }) =>
      takingUsername(() =>
        this.store.execute(
          stream,
          userDecider,
          { ...commandOf(change), userID, manager, territory },
          {
            cause: caller,
            at: this.clock.now(),
            expectedVersions,
            beside: [...beside, unchanged],
          },
        ),
      ),
    );
  }
}

function commandOf(change: UserChange) {
  switch (change.type) {
    case 'update': {
      const { password, ...changes } = change.changes;
      return { type: 'UpdateUser', changes: { ...changes, ...(password !== undefined && { password: true as const }) } } as const;
    }
    case 'delete':
      return { type: 'DeleteUser' } as const;
    case 'give':
      return { type: 'GiveAccess', access: change.access } as const;
    case 'take':
      return { type: 'TakeAccess', access: change.access } as const;
    default:
      return change satisfies never;
  }
}

/** What follows for sign-in, which no event tells of. A new password ends the sessions that the old one opened. */
async function credentialWrites(user: StreamID, change: UserChange): Promise<Statement[]> {
  if (change.type === 'delete') return [deleteCredential(user)];
  if (change.type !== 'update') return [];
  const { username, password } = change.changes;
  if (password !== undefined) {
    return [updateCredential(user, { username, passwordHash: await hashPassword(password) }), endSessions(user)];
  }
  return username === undefined ? [] : [updateCredential(user, { username })];
}
