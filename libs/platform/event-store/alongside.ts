import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { Statement } from '#platform/database';
import type { StreamID } from './recorded-event.js';

/** What is committed together with the events that a piece of work stores. */
export class Companion {
  /** Whether the events are committed. */
  isStored = false;
  /** What goes on behind the work's back, such as a timer, is no part of it. */
  isOver = false;

  /** @param statements are sent in front of the record's events, made again for each attempt */
  constructor(readonly statements: (record: StreamID) => readonly Statement[]) {}
}

/** Statements that travel with the events of a piece of work, whichever context stores those. */
@Injectable()
export class Alongside {
  private readonly companions = new AsyncLocalStorage<Companion>();

  /**
   * Runs work that stores the events of one record, once.
   * @throws Error when it stores events a second time, which would be in a transaction of their own
   */
  run<T>(companion: Companion, work: () => Promise<T>): Promise<T> {
    return this.companions.run(companion, work).finally(() => {
      companion.isOver = true;
    });
  }

  /** For the store: the statements to be sent with the events of this record. */
  of(record: StreamID): readonly Statement[] {
    const companion = this.current();
    if (!companion) return [];
    if (companion.isStored) throw new Error(`The events of ${record.type}/${record.id} would be in a second transaction.`);
    return companion.statements(record);
  }

  /** For the store: they are committed. */
  stored(): void {
    const companion = this.current();
    if (companion) companion.isStored = true;
  }

  private current(): Companion | undefined {
    const companion = this.companions.getStore();
    return companion?.isOver ? undefined : companion;
  }
}
