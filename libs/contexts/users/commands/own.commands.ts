import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deleteSecondFactor, enableSecondFactor } from '#contexts/credentials';
import { type Cause, handlersBy } from '#platform/event-store';
import { endOf, RESET_LIFETIME } from './link-lifetimes.js';
import { type OwnCaller, OwnExecutor, ownStream } from './own.executor.js';

/** Changes the caller's own email address (decisions.md, section 11). */
export class ChangeOwnEmail extends Command<void> {
  constructor(
    readonly caller: OwnCaller,
    readonly email: string | null,
  ) {
    super();
  }
}

/** Changes the language of the mails to the caller (decisions.md, section 11). */
export class ChangeOwnLanguage extends Command<void> {
  constructor(
    readonly caller: OwnCaller,
    readonly language: string | null,
  ) {
    super();
  }
}

/** Sends a user a link to set a new password, where it has an email address and may sign in (decisions.md, section 11). */
export class ForgetPassword extends Command<void> {
  readonly cause: Cause;

  constructor(
    readonly groupID: number,
    readonly userID: number,
    call: Pick<Cause, 'requestID' | 'address'>,
  ) {
    super();
    // The caller has not shown to be the user.
    this.cause = { actor: { type: 'guest' }, ...call };
  }
}

/** Records that somebody who knew the password guesses at codes, which the user is told of (decisions.md, section 11). */
export class NoteGuessedCodes extends Command<void> {
  readonly cause: Cause = { actor: { type: 'guest' }, requestID: null };

  constructor(
    readonly groupID: number,
    readonly userID: number,
  ) {
    super();
  }
}

/** Records that the identity provider has verified a User's email (decisions.md, section 5); it accepts an invitation. */
export class ValidateEmail extends Command<void> {
  readonly cause: Cause;

  constructor(
    readonly groupID: number,
    readonly userID: number,
    readonly email: string,
    address: string | null,
  ) {
    super();
    this.cause = { actor: { type: 'user', userID }, requestID: null, address };
  }
}

/** Switches the caller's second factor on, with its recovery codes, or off; the code was checked before (decisions.md, section 11). */
export class SetSecondFactor extends Command<void> {
  /** @param recoveryCodes null switches it off */
  constructor(
    readonly caller: OwnCaller,
    readonly recoveryCodes: readonly string[] | null,
  ) {
    super();
  }
}

@CommandHandler(SetSecondFactor)
class SetSecondFactorHandler implements ICommandHandler<SetSecondFactor> {
  constructor(private readonly commands: OwnExecutor) {}

  async execute({ caller, recoveryCodes }: SetSecondFactor): Promise<void> {
    const user = ownStream(caller);
    const on = recoveryCodes !== null;
    const beside = on ? enableSecondFactor(user, recoveryCodes) : [deleteSecondFactor(user)];
    await this.commands.execute({ caller }, () => ({ type: 'SetSecondFactor', on }), beside);
  }
}

const handles = handlersBy(OwnExecutor);

export const OWN_COMMANDS = [
  handles(ChangeOwnEmail, ({ email }) => ({ type: 'ChangeEmail', email })),
  handles(ChangeOwnLanguage, ({ language }) => ({ type: 'ChangeLanguage', language })),
  handles(ForgetPassword, (_, at) => ({ type: 'ForgetPassword', until: endOf(RESET_LIFETIME, at) })),
  handles(NoteGuessedCodes, () => ({ type: 'NoteGuessedCodes' })),
  handles(ValidateEmail, ({ email }) => ({ type: 'ValidateEmail', email })),
  SetSecondFactorHandler,
];
