import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type LanguageChoice, LanguageQueries, type LanguageRow } from '#contexts/languages';
import { LocationQueries, type LocationRow, locationIsActive } from '#contexts/locations';
import { isSubdivision } from '#contexts/reference';
import { Database } from '#platform/database';
import { EventStore, onFreshFacts } from '#platform/event-store';
import { type Caller, Clock, UnknownReferences } from '#platform/kernel';
import type { NewItem } from '../domain/item.decider.js';
import { itemStream } from '../item.stream.js';
import type { ItemRow } from '../read-model/item.queries.js';
import { takingExternalID } from './taking-external-id.js';

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

  /** @throws UnknownReferences for a Location or Language that the caller may not refer to; DomainError of the decider */
  execute(command: RegisterItem): Promise<ItemRow> {
    return takingExternalID(() => onFreshFacts(() => this.register(command)));
  }

  private async register({ caller, locationID, item, language: choice }: RegisterItem): Promise<ItemRow> {
    const { id: groupID } = caller.group;
    const [[location], [language], [drawn]] = await this.database.lookUp<[LocationRow, LanguageRow, { number: number }]>(
      this.locations.reading(caller, locationID),
      this.languages.resolving(caller, locationID, choice),
      itemStream.draw(groupID),
    );
    const named = choice.languageID != null ? 'languageID' : choice.languageCode != null ? 'languageCode' : null;
    const unknown = [...(location ? [] : ['locationID']), ...(named === null || language ? [] : [named])];
    if (!location || unknown.length > 0) throw new UnknownReferences(unknown);
    const at = this.clock.now();
    const { row } = await this.store.execute(
      itemStream.of(groupID, drawn!.number),
      {
        type: 'RegisterItem',
        item,
        location: { locationID, active: location.active, itemStorageDays: location.item_storage_days },
        language: language ?? null,
        isState: isSubdivision,
        at: at.toISOString(),
      },
      { cause: caller, at, isNew: true, facts: [locationIsActive(groupID, location.id)] },
    );
    return row!;
  }
}
