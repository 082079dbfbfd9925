import { Injectable } from '@nestjs/common';
import { Database } from '#platform/database';
import { Clock } from '#platform/kernel';
import type { DomainEvent } from './decider.js';
import { type DueQuery, DueRecords } from './due-records.js';
import { EventStore } from './event-store.js';
import { BY_ITSELF } from './recorded-event.js';
import type { Stream } from './stream.js';

/** Commands that the service executes on records when they are due. */
@Injectable()
export class TimedCommands {
  constructor(
    private readonly database: Database,
    private readonly store: EventStore,
    private readonly clock: Clock,
  ) {}

  /** The records of a stream that are due for a command; the decider checks each one's state at the time of execution. */
  of<State, Command, Event extends DomainEvent, Row>(
    stream: Stream<State, Command, Event, Row>,
    due: (by: Date) => DueQuery,
    command: (at: string) => NoInfer<Command>,
  ): DueRecords {
    return new DueRecords(
      this.database,
      () => due(this.clock.now()),
      ({ group_id, id }) => {
        const at = this.clock.now();
        return this.store.execute(stream.of(group_id, id), command(at.toISOString()), { cause: BY_ITSELF, at });
      },
    );
  }
}
