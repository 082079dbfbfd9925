import { Logger } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { isSubdivision } from '#contexts/reference';
import { EventStore, type Outcome } from '#platform/event-store';
import { type Caller, Clock } from '#platform/kernel';
import { type ItemChanges, type ItemCommand, itemDecider, type StaffStatus } from '../domain/item.decider.js';
import type { Shipment } from '../domain/item.events.js';
import type { ShipmentStatus } from '../domain/item.life-cycle.js';
import type { ItemState } from '../domain/item.state.js';
import type { ImageOwner } from '../images/image-links.js';
import { ItemImages } from '../images/item-images.js';
import { ItemQueries, type ItemRow } from '../read-model/item.queries.js';

/** What is done to an item that is registered. */
export type ItemChange =
  | { type: 'update'; changes: ItemChanges }
  | { type: 'status'; status: StaffStatus }
  | { type: 'shipment'; status: ShipmentStatus; shipment: Partial<Shipment> }
  | { type: 'delete' };

/** Updates an item, sets its status, reports its shipment or deletes it (api-v2.md, Items; decisions.md, section 9). */
export class ChangeItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly itemID: number,
    readonly change: ItemChange,
    readonly expectedVersions: readonly number[] | null,
  ) {
    super();
  }
}

@CommandHandler(ChangeItem)
export class ChangeItemHandler implements ICommandHandler<ChangeItem> {
  private readonly log = new Logger('Images');

  constructor(
    private readonly store: EventStore,
    private readonly items: ItemQueries,
    private readonly images: ItemImages,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, itemID, change, expectedVersions }: ChangeItem): Promise<ItemRow> {
    const at = this.clock.now();
    const outcome = await this.store.execute(
      { groupID: caller.group.id, type: 'item', id: itemID },
      itemDecider,
      command(caller, change, at.toISOString()),
      { cause: caller, at, expectedVersions },
    );
    await this.removeReplacedImage({ groupID: caller.group.id, itemID }, outcome);
    const changed = outcome.rows.get('items')?.at(-1) as ItemRow | undefined;
    return changed ?? this.items.one(caller, itemID);
  }

  /** What is committed stays so when the old image can't be removed: then a file is left that nothing names. */
  private async removeReplacedImage(item: ImageOwner, { before, state }: Outcome<ItemState>): Promise<void> {
    const replaced = imageOf(before);
    if (replaced === imageOf(state)) return;
    await this.images.remove(item, replaced).catch((error: Error) => this.log.error(error));
  }
}

function imageOf(state: ItemState): string | null {
  return state.status === 'absent' ? null : state.details.imageUrl;
}

function command(caller: Caller, change: ItemChange, at: string): ItemCommand {
  switch (change.type) {
    case 'update':
      return { type: 'UpdateItem', caller, changes: change.changes, isState: isSubdivision, at };
    case 'status':
      return { type: 'ChangeItemStatus', caller, status: change.status };
    case 'shipment':
      return { type: 'ReportShipment', caller, status: change.status, shipment: change.shipment };
    case 'delete':
      return { type: 'DeleteItem', caller };
    default:
      return change satisfies never;
  }
}
