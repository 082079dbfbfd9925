import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type LanguageChoice, LanguageQueries, type LanguageRow } from '#contexts/languages';
import { LocationQueries, type LocationRow } from '#contexts/locations';
import { isSubdivision } from '#contexts/reference';
import { Database, numberDraw } from '#platform/database';
import { EventStore } from '#platform/event-store';
import { type Caller, Clock, UnknownReferences } from '#platform/kernel';
import { itemDecider, type NewItem } from '../domain/item.decider.js';
import type { ItemRow } from '../read-model/item.queries.js';

/** Registers an item at a Location (api-v2.md, Items). */
export class RegisterItem extends Command<ItemRow> {
  constructor(
    readonly caller: Caller,
    readonly locationID: string,
    readonly item: NewItem,
    readonly language: LanguageChoice,
  ) {
    super();
  }
}

@CommandHandler(RegisterItem)
export class RegisterItemHandler implements ICommandHandler<RegisterItem> {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly locations: LocationQueries,
    private readonly languages: LanguageQueries,
    private readonly clock: Clock,
  ) {}

  async execute({ caller, locationID, item, language: choice }: RegisterItem): Promise<ItemRow> {
    const [[location], [language], [drawn]] = await this.database.pipeline<[LocationRow, LanguageRow, { number: number }]>(
      this.locations.reading(caller, locationID),
      this.languages.resolving(caller, locationID, choice),
      numberDraw(caller.group.id, 'item'),
    );
    const named = choice.languageID != null ? 'languageID' : choice.languageCode != null ? 'languageCode' : null;
    const unknown = [...(location ? [] : ['locationID']), ...(named === null || language ? [] : [named])];
    if (!location || unknown.length > 0) throw new UnknownReferences(unknown);
    const at = this.clock.now();
    const outcome = await this.store.execute(
      { groupID: caller.group.id, type: 'item', id: drawn!.number },
      itemDecider,
      {
        type: 'RegisterItem',
        item,
        location: { locationID, active: location.active, itemStorageDays: location.item_storage_days },
        language: language ?? null,
        isState: isSubdivision,
        at: at.toISOString(),
      },
      { cause: caller, at, isNew: true },
    );
    return outcome.rows.get('items')![0] as ItemRow;
  }
}
