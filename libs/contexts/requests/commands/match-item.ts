import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ItemQueries, itemIsThere } from '#contexts/items';
import { onFreshFacts } from '#platform/event-store';
import { type Caller, NotFound, UnknownReferences } from '#platform/kernel';
import type { RequestRow } from '../read-model/request.queries.js';
import { RequestCommands } from './request-commands.js';

/** Matches a Request to the item that was lost (decisions.md, section 6). */
export class MatchItem extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly itemID: number,
  ) {
    super();
  }
}

@CommandHandler(MatchItem)
export class MatchItemHandler implements ICommandHandler<MatchItem> {
  constructor(
    private readonly commands: RequestCommands,
    private readonly items: ItemQueries,
  ) {}

  /** @throws UnknownReferences when the caller sees no such item */
  execute(command: MatchItem): Promise<RequestRow> {
    const { caller, itemID } = command;
    return onFreshFacts(async () => {
      await this.checkItem(caller, itemID);
      return this.commands.execute(command, { type: 'MatchItem', caller, itemID }, [itemIsThere(caller.group.id, itemID)]);
    });
  }

  private async checkItem(caller: Caller, itemID: number): Promise<void> {
    try {
      await this.items.one(caller, itemID);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new UnknownReferences(['itemID']);
    }
  }
}
