import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ItemQueries } from '#contexts/items';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock, NotFound, UnknownReferences } from '#platform/kernel';
import { type RequestCommand, requestDecider } from '../domain/request.decider.js';
import { RequestQueries, type RequestRow } from '../read-model/request.queries.js';

/** What staff does to a Request; the caller comes with the command. */
export type RequestChange =
  | { type: 'AskForDetails'; question: string }
  | { type: 'GiveDetails'; answer: string }
  | { type: 'MatchItem'; itemID: number }
  | { type: 'UnmatchItem' }
  | { type: 'CloseRequest' }
  | { type: 'DeleteRequest' };

/** Moves a Request along its life (decisions.md, sections 6 and 9). */
export class ChangeRequest extends Command<RequestRow> {
  constructor(
    readonly caller: Caller,
    readonly requestID: number,
    readonly change: RequestChange,
  ) {
    super();
  }
}

@CommandHandler(ChangeRequest)
export class ChangeRequestHandler implements ICommandHandler<ChangeRequest> {
  constructor(
    private readonly store: EventStore,
    private readonly requests: RequestQueries,
    private readonly items: ItemQueries,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, requestID, change }: ChangeRequest): Promise<RequestRow> {
    const row = await this.requests.one(caller, requestID);
    if (change.type === 'MatchItem') await this.checkItem(caller, change.itemID);
    const command: RequestCommand = { ...change, caller };
    const outcome = await this.store.execute(
      { groupID: caller.group.id, type: 'request', id: requestID },
      requestDecider,
      command,
      {
        cause: caller,
        at: this.clock.now(),
      },
    );
    return (outcome.rows.get('requests')?.at(-1) as RequestRow | undefined) ?? row;
  }

  /** @throws UnknownReferences when the caller sees no such item */
  private async checkItem(caller: Caller, itemID: number): Promise<void> {
    try {
      await this.items.one(caller, itemID);
    } catch (error) {
      if (!(error instanceof NotFound)) throw error;
      throw new UnknownReferences(['itemID']);
    }
  }
}
