import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { LanguageChoice, LanguageRow } from '#contexts/languages';
import { type LocationRow, locationIsActive } from '#contexts/locations';
import { ExternalIDTaken, takingExternalID } from '#contexts/records';
import { Database, type Statement } from '#platform/database';
import { EventStore, type Fact, onFreshFacts } from '#platform/event-store';
import type { Caller } from '#platform/kernel';
import { ITEMS, itemStream } from '../item.stream.js';
import { externalIDHolder, type ItemRow } from '../read-model/item.queries.js';
import { type GivenItem, RegistrationFacts } from './registration-facts.js';

/** Registers an item at a Location (api-v2.md, Items). */
export class RegisterItem extends Command<ItemRow> {
  /**
   * @param together what else must hold for the item to be registered, what is written in the same transaction, and whether its owner is
   * not written to before staff want it
   */
  constructor(
    readonly caller: Caller,
    readonly locationID: string,
    readonly item: GivenItem,
    readonly language: LanguageChoice,
    readonly together: { facts?: readonly Fact[]; beside?: readonly Statement[]; untold?: boolean } = {},
  ) {
    super();
  }
}

@CommandHandler(RegisterItem)
export class RegisterItemHandler implements ICommandHandler<RegisterItem> {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly facts: RegistrationFacts,
  ) {}

  /** @throws UnknownReferences for a Location or Language that the caller may not refer to; DomainError of the decider */
  execute(command: RegisterItem): Promise<ItemRow> {
    return takingExternalID(ITEMS, () => onFreshFacts(() => this.register(command)));
  }

  private async register(registering: RegisterItem): Promise<ItemRow> {
    const { caller, together } = registering;
    const { id: groupID } = caller.group;
    const { externalID } = registering.item;
    const place = this.facts.readingPlace(registering);
    const [[found], [language], [drawn], ...others] = await this.database.lookUp<
      [LocationRow, LanguageRow, { number: number }, ...({ location_id: string } | { id: number })[]]
    >(
      groupID,
      ...this.facts.reading(registering),
      itemStream.draw(groupID),
      ...place,
      ...(externalID ? [externalIDHolder({ groupID, externalID })] : []),
    );
    const [holders, [stored]] = [others[place.length], place.length > 0 ? others[0]! : []] as [
      unknown[] | undefined,
      { location_id: string }[],
    ];
    const { at, location, command } = this.facts.decidable(registering, found, language, stored);
    // The constraint decides between two at once; what is refused here makes no transaction of others fail.
    if (holders?.length) {
      itemStream.decider.decide(command, itemStream.decider.initialState);
      throw new ExternalIDTaken('item');
    }
    const { row } = await this.store.execute(itemStream.of(groupID, drawn!.number), command, {
      cause: caller,
      at,
      isNew: true,
      facts: [locationIsActive(groupID, location.id), ...this.facts.factsOfPlace(registering), ...(together.facts ?? [])],
      beside: together.beside ?? [],
    });
    return row!;
  }
}
