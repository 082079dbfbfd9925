import { Logger } from '@nestjs/common';
import { Command } from '@nestjs/cqrs';
import { BY_ITSELF, type Cause, type DomainEvent, type EventStore, type Fact, type Outcome } from '#platform/event-store';
import type { Images } from '#platform/images';
import { type Caller, type Clock, type ExpectedVersions, sightOf } from '#platform/kernel';
import { imageOwnerOf, type RecordKind, takingExternalID } from './record-kind.js';

/** A command on a record that exists. */
export abstract class OnRecord<Row> extends Command<Row> {
  constructor(
    readonly caller: Caller,
    readonly id: number,
    readonly expectedVersions: ExpectedVersions = null,
  ) {
    super();
  }
}

/** One that says more than which record. */
export abstract class OnRecordWith<Row, Given> extends OnRecord<Row> {
  constructor(
    caller: Caller,
    id: number,
    readonly given: Given,
    expectedVersions?: ExpectedVersions,
  ) {
    super(caller, id, expectedVersions);
  }
}

/**
 * Erases the personal data of a record (docs/adr/0015-erasure-of-personal-data.md).
 * @returns whether there was anything to erase
 * @throws StorageUnavailable
 */
export abstract class Erase extends Command<boolean> {
  constructor(
    readonly groupID: number,
    readonly id: number,
    /** Retention leaves what is on hold; a person's demand does not. */
    readonly unlessHeld = false,
  ) {
    super();
  }
}

/** Executes commands on the records of a kind. */
export abstract class RecordExecutor<State, Asked, Event extends DomainEvent, Row> {
  private readonly log = new Logger(RecordExecutor.name);

  /** @param rows reads a record's row. @throws NotFound when the caller has no access to it */
  constructor(
    private readonly kind: RecordKind<State, Asked, Event, Row>,
    private readonly rows: { one(caller: Caller, id: number): Promise<Row> },
    private readonly store: EventStore,
    private readonly images: Images,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFound when the caller has no access to it; ExternalIDTaken; DomainError of the decider, `precondition_failed` */
  async execute(on: OnRecord<Row>, command: (at: string) => Asked, facts: readonly Fact[] = []): Promise<Row> {
    const { caller, id } = on;
    const { before, state, row } = await takingExternalID(this.kind, () => this.decide(on, command, facts));
    await this.removeReplaced(caller.group.id, id, this.kind.imagesOf(before), this.kind.imagesOf(state));
    return row ?? this.rows.one(caller, id);
  }

  /** The same as a part of another command, which needs no row. @throws NotFound; DomainError of the decider, `precondition_failed` */
  decide(
    { caller, id, expectedVersions = null }: Pick<OnRecord<Row>, 'caller' | 'id'> & Partial<OnRecord<Row>>,
    command: (at: string) => Asked,
    facts: readonly Fact[] = [],
  ): Promise<Outcome<State, Row>> {
    const at = this.clock.now();
    const execution = { cause: caller, at, expectedVersions, facts, locationIDs: sightOf(caller) };
    return this.store.execute(this.kind.stream.of(caller.group.id, id), command(at.toISOString()), execution);
  }

  /** Carries out a command that follows from another record or from time, whoever sees the record. */
  follow(groupID: number, id: number, cause: Cause, command: (at: string) => Asked): Promise<Outcome<State, Row>> {
    const at = this.clock.now();
    return this.store.execute(this.kind.stream.of(groupID, id), command(at.toISOString()), { cause, at });
  }

  stateOf(groupID: number, id: number): Promise<State> {
    return this.store.stateOf(this.kind.stream.of(groupID, id));
  }

  /**
   * Erases a record. Its images are removed first: if anything fails, it is still found as one to be erased.
   * @param within carries out the work, with what belongs to it in one transaction
   * @returns whether there was anything to erase
   * @throws StorageUnavailable
   */
  async erase(
    groupID: number,
    id: number,
    known: State,
    command: (at: string) => Asked,
    within = (work: () => Promise<Outcome<State, Row>>) => work(),
  ): Promise<boolean> {
    const owner = imageOwnerOf(this.kind, groupID, id);
    const images = this.kind.imagesOf(known);
    for (const url of images) await this.images.remove(owner, url);
    const { events, state } = await within(() => this.follow(groupID, id, BY_ITSELF, command));
    // Images that were uploaded at the same time.
    const others = this.kind.imagesOf(state).filter((url) => !images.includes(url));
    for (const url of others) await this.images.remove(owner, url);
    return events.length > 0;
  }

  /** The command is already committed: if an old image cannot be removed, an orphaned file remains. */
  private async removeReplaced(groupID: number, id: number, before: string[], now: string[]): Promise<void> {
    for (const url of before.filter((one) => !now.includes(one))) {
      await this.images.remove(imageOwnerOf(this.kind, groupID, id), url).catch((error: Error) => this.log.error(error));
    }
  }
}
