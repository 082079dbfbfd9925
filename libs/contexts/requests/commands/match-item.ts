import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ItemQueries, itemExists } from '#contexts/items';
import { type Fact, onFreshFacts } from '#platform/event-store';
import { type Caller, NotFound, UnknownReferences } from '#platform/kernel';
import type { RequestRow } from '../read-model/request.queries.js';
import { RequestCommands } from './request-commands.js';

/** Matches a Request with the item that was lost (decisions.md, section 6). */
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

  /** @throws UnknownReferences when the item does not exist or the caller has no access to it */
  execute(command: MatchItem): Promise<RequestRow> {
    const { caller, itemID } = command;
    const facts = () => this.itemExists(caller, itemID);
    return onFreshFacts(() => this.commands.execute(command, { type: 'MatchItem', caller, itemID }, facts));
  }

  private async itemExists(caller: Caller, itemID: number): Promise<Fact[]> {
    try {
      await this.items.one(caller, itemID);
      return [itemExists(caller.group.id, itemID)];
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new UnknownReferences(['itemID']);
    }
  }
}
