import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Erase } from '#contexts/records';
import { Database } from '#platform/database';
import { BY_ITSELF } from '#platform/event-store';
import { Clock } from '#platform/kernel';
import { isHeld } from '../domain/item.hold.js';
import { ItemExecutor } from './item.executor.js';
import { ITEM_MATCHES, type ItemMatches } from './item-matches.js';
import { ITEM_PARCELS, type ItemParcels } from './item-parcels.js';

/** Erases the personal data of an item. */
export class EraseItem extends Erase {}

@CommandHandler(EraseItem)
export class EraseItemHandler implements ICommandHandler<EraseItem> {
  constructor(
    private readonly items: ItemExecutor,
    private readonly clock: Clock,
    private readonly database: Database,
    @Inject(ITEM_MATCHES) private readonly matches: ItemMatches,
    @Inject(ITEM_PARCELS) private readonly parcels: ItemParcels,
  ) {}

  async execute({ groupID, id, unlessHeld }: EraseItem): Promise<boolean> {
    const known = await this.items.stateOf(groupID, id);
    if (known.status === 'absent') return false;
    if (unlessHeld && isHeld(known, this.clock.now().toISOString())) return false;
    await this.parcels.forget(groupID, id);
    // A Request matched to it opens again (decisions.md, section 12).
    const unmatching = <Done>(work: () => Promise<Done>) =>
      this.database.inTransaction(async () => {
        const done = await work();
        await this.matches.lost(groupID, id, false, BY_ITSELF);
        return done;
      });
    const command = (at: string) => ({ type: 'EraseItem', ...(unlessHeld && { unlessHeldAt: at }) }) as const;
    return this.items.erase(groupID, id, known, command, known.match === null ? undefined : unmatching);
  }
}
