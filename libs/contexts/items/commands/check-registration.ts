import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { LanguageRow } from '#contexts/languages';
import type { LocationRow } from '#contexts/locations';
import { ExternalIDTaken } from '#contexts/records';
import { Database } from '#platform/database';
import { itemStream } from '../item.stream.js';
import { externalIDHolder } from '../read-model/item.queries.js';
import type { RegisterItem } from './register-item.js';
import { RegistrationFacts } from './registration-facts.js';

/** Finds out whether an item could be registered now, and registers nothing. */
export class CheckRegistration extends Command<void> {
  constructor(readonly registering: RegisterItem) {
    super();
  }
}

@CommandHandler(CheckRegistration)
export class CheckRegistrationHandler implements ICommandHandler<CheckRegistration> {
  constructor(
    private readonly database: Database,
    private readonly facts: RegistrationFacts,
  ) {}

  /** @throws what registering would: UnknownReferences, ExternalIDTaken, DomainError of the decider */
  async execute({ registering }: CheckRegistration): Promise<void> {
    const { caller, item } = registering;
    const key = item.externalID ?? null;
    const [[found], [language], [holder], places] = await this.database.lookUp<
      [LocationRow, LanguageRow, { id: number }, { location_id: string }?]
    >(
      caller.group.id,
      ...this.facts.reading(registering),
      externalIDHolder({ groupID: caller.group.id, externalID: key ?? '' }),
      ...this.facts.readingPlace(registering),
    );
    const { command } = this.facts.decidable(registering, found, language, places?.[0]);
    itemStream.decider.decide(command, itemStream.decider.initialState);
    if (key !== null && holder) throw new ExternalIDTaken('item');
  }
}
