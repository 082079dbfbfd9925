import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EventStore } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { userStream } from '../user.stream.js';

/** Records that the identity provider has verified a User's email (decisions.md, section 5). */
export class ValidateEmail extends Command<void> {
  constructor(
    readonly groupID: number,
    readonly userID: number,
    readonly email: string,
  ) {
    super();
  }
}

@CommandHandler(ValidateEmail)
export class ValidateEmailHandler implements ICommandHandler<ValidateEmail> {
  constructor(
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  async execute({ groupID, userID, email }: ValidateEmail): Promise<void> {
    const cause = { actor: { type: 'user', userID }, requestID: null } as const;
    const of = userStream.of(groupID, userID);
    await this.store.execute(of, { type: 'ValidateEmail', email }, { cause, at: this.clock.now() });
  }
}
