import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MatchedItems } from '#contexts/items';
import { Database } from '#platform/database';
import { type Caller, type ExpectedVersions, NotFound, UnknownReferences } from '#platform/kernel';
import { RequestQueries, type RequestRow } from '../read-model/request.queries.js';
import { RequestExecutor } from './request.executor.js';

/** Matches a Request with the item that was lost; the item gets the guest as its owner where it has none (decisions.md, section 12). */
export class MatchItem extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly itemID: number,
    readonly expectedVersions: ExpectedVersions,
  ) {
    super();
  }
}

@CommandHandler(MatchItem)
export class MatchItemHandler implements ICommandHandler<MatchItem> {
  constructor(
    private readonly requests: RequestQueries,
    private readonly commands: RequestExecutor,
    private readonly items: MatchedItems,
    private readonly database: Database,
  ) {}

  /** @throws UnknownReferences when the item does not exist or the caller has no access to it */
  async execute(command: MatchItem): Promise<RequestRow> {
    const { caller, requestID, itemID } = command;
    const { owner } = await this.requests.one(caller, requestID);
    return this.database.inTransaction(async () => {
      // The item first, as wherever both are changed, so that no two such transactions wait for each other.
      await this.items.match(caller, itemID, requestID, owner).catch((error: unknown) => {
        throw error instanceof NotFound ? new UnknownReferences(['itemID']) : error;
      });
      return this.commands.execute(command, () => ({ type: 'MatchItem', caller, itemID }));
    });
  }
}
