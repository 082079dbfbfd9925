import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertHardToGuess, endSessions, hashPassword, updateCredential } from '#contexts/credentials';
import type { PasswordAccountLink } from '#contexts/links';
import type { Cause } from '#platform/event-store';
import { NotFound } from '#platform/kernel';
import { PasswordLinks } from '../read-model/password-links.js';
import { UserQueries } from '../read-model/user.queries.js';
import { userStream } from '../user.stream.js';
import { type OwnCaller, OwnExecutor, ownStream } from './own.executor.js';

/** Changes the caller's own password, and ends its other sessions (decisions.md, section 11). @throws ValidationFailed `too_weak` */
export class ChangeOwnPassword extends Command<void> {
  constructor(
    readonly caller: OwnCaller,
    readonly newPassword: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeOwnPassword)
export class ChangeOwnPasswordHandler implements ICommandHandler<ChangeOwnPassword> {
  constructor(
    private readonly commands: OwnExecutor,
    private readonly users: UserQueries,
  ) {}

  async execute({ caller, newPassword }: ChangeOwnPassword): Promise<void> {
    const user = ownStream(caller);
    await assertHardToGuess(newPassword, await this.users.one(caller, user.id), `${user.groupID}/${user.id}`, 'newPassword');
    const passwordHash = await hashPassword(newPassword);
    const beside = [updateCredential(user, { passwordHash }), endSessions(user, caller.session)];
    await this.commands.execute({ caller }, () => ({ type: 'ChangePassword' }), beside);
  }
}

/** Sets the password by a link, once, and ends all sessions (decisions.md, section 11). */
export class SetPasswordByLink extends Command<void> {
  constructor(
    readonly link: PasswordAccountLink,
    readonly password: string,
    readonly call: Pick<Cause, 'requestID' | 'address'>,
  ) {
    super();
  }
}

@CommandHandler(SetPasswordByLink)
export class SetPasswordByLinkHandler implements ICommandHandler<SetPasswordByLink> {
  constructor(
    private readonly commands: OwnExecutor,
    private readonly links: PasswordLinks,
  ) {}

  /** @throws NotFound when the link has ended; ValidationFailed `too_weak` */
  async execute({ link: of, password, call }: SetPasswordByLink): Promise<void> {
    const { groupID, userID, link } = of;
    const known = await this.links.userOf(of);
    if (!known) throw new NotFound('The link');
    await assertHardToGuess(password, known, `${groupID}/${userID}`);
    const user = userStream.of(groupID, userID);
    const beside = [updateCredential(user, { passwordHash: await hashPassword(password) }), endSessions(user)];
    const cause = { actor: { type: 'user', userID }, ...call } as const;
    await this.commands.execute({ groupID, userID, cause }, (at) => ({ type: 'SetPasswordByLink', link, at }), beside);
  }
}
