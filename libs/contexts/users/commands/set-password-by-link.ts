import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { assertHardToGuess, endSessions, hashPassword, updateCredential } from '#contexts/credentials';
import { Clock, NotFound } from '#platform/kernel';
import { type LinkOfUser, PasswordLinks } from '../read-model/password-links.js';
import { userStream } from '../user.stream.js';
import { OwnCommands } from './own-commands.js';

/** Sets the password by a link, once, and ends all sessions (decisions.md, section 11). */
export class SetPasswordByLink extends Command<void> {
  constructor(
    readonly link: LinkOfUser,
    readonly password: string,
    readonly requestID: string,
  ) {
    super();
  }
}

@CommandHandler(SetPasswordByLink)
export class SetPasswordByLinkHandler implements ICommandHandler<SetPasswordByLink> {
  constructor(
    private readonly commands: OwnCommands,
    private readonly links: PasswordLinks,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the link has ended; ValidationFailed `too_weak` */
  async execute({ link: of, password, requestID }: SetPasswordByLink): Promise<void> {
    const { groupID, userID, link } = of;
    const known = await this.links.userOf(of);
    if (!known) throw new NotFound('The link');
    await assertHardToGuess(password, known);
    const user = userStream.of(groupID, userID);
    const beside = [updateCredential(user, { passwordHash: await hashPassword(password) }), endSessions(user)];
    const at = this.clock.now().toISOString();
    const cause = { actor: { type: 'user', userID }, requestID } as const;
    await this.commands.execute(user, { type: 'SetPasswordByLink', link, at }, cause, beside);
  }
}
