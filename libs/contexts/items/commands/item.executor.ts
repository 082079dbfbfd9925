import { Injectable, Logger } from '@nestjs/common';
import { Command } from '@nestjs/cqrs';
import { EventStore, type Fact } from '#platform/event-store';
import { Images } from '#platform/images';
import { type Caller, Clock, type ExpectedVersions, sightOf } from '#platform/kernel';
import type { ItemCommand } from '../domain/item.decider.js';
import { imagesOf } from '../domain/item.photos.js';
import { itemStream } from '../item.stream.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';
import { takingExternalID } from './taking-external-id.js';

/** A command on a registered item. */
export class OnItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

/** One that says more than which item. */
export class OnItemWith<Given> extends OnItem {
  constructor(
    caller: Caller,
    itemID: number,
    readonly given: Given,
    expectedVersions?: ExpectedVersions,
  ) {
    super(caller, itemID, expectedVersions);
  }
}

/** Executes commands on registered items. */
@Injectable()
export class ItemExecutor {
  private readonly log = new Logger('Images');

  constructor(
    private readonly store: EventStore,
    private readonly items: ItemQueries,
    private readonly images: Images,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the caller has no access to it; DomainError of the decider, `precondition_failed` */
  async execute(
    { caller, itemID, expectedVersions }: OnItem,
    command: (at: string) => ItemCommand,
    facts: readonly Fact[] = [],
  ): Promise<ItemRow> {
    const at = this.clock.now();
    const of = itemStream.of(caller.group.id, itemID);
    const execution = { cause: caller, at, expectedVersions, facts, locationIDs: sightOf(caller) };
    const { before, state, row } = await takingExternalID(() => this.store.execute(of, command(at.toISOString()), execution));
    await this.removeReplaced(caller.group.id, itemID, imagesOf(before), imagesOf(state));
    return row ?? this.items.one(caller, itemID);
  }

  /** The command is already committed: if an old image cannot be removed, an orphaned file remains. */
  private async removeReplaced(groupID: number, itemID: number, before: string[], now: string[]): Promise<void> {
    for (const url of before.filter((one) => !now.includes(one))) {
      await this.images.remove({ groupID, record: itemID }, url).catch((error: Error) => this.log.error(error));
    }
  }
}
