import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { userStream } from '../user.stream.js';
import type { OwnCaller } from './own-caller.js';
import { OwnCommands } from './own-commands.js';

/** Changes the language of the mails to the caller (decisions.md, section 11). */
export class ChangeOwnLanguage extends Command<void> {
  constructor(
    readonly caller: OwnCaller,
    readonly language: string | null,
  ) {
    super();
  }
}

@CommandHandler(ChangeOwnLanguage)
export class ChangeOwnLanguageHandler implements ICommandHandler<ChangeOwnLanguage> {
  constructor(private readonly commands: OwnCommands) {}

  async execute({ caller, language }: ChangeOwnLanguage): Promise<void> {
    const user = userStream.of(caller.group.id, caller.actor.userID);
    await this.commands.execute(user, { type: 'ChangeLanguage', language }, caller);
  }
}
